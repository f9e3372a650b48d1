import { Download, KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { go, useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { type KeysState, loadKeys, useKeys } from './keys-store.ts';
import { KEY_TEXT } from './text.ts';

// The palette and the signing screen open the form, too: where it is open is a place to go to.
const askForKey = (): void => useNavigation.setState({ focus: 'create' });
const importKey = (): void => go('import', 'key');
/** Before the ID of the one key that was looked for. */
const FIND = 'find/';
const closeForm = (): void => useNavigation.setState({ focus: null });

/** The private keys that the service holds: what is known of them here is public. */
export function PrivateKeysScreen(): ReactNode {
  const known = useKeys();
  const { profileId } = useAppSnapshot();
  const focus = useNavigation((state) => state.focus);
  const found = focus?.startsWith(FIND) === true ? focus.slice(FIND.length) : null;
  const count = known.state === 'ready' ? known.keys.length : 0;
  const isPart = known.state === 'ready' && known.isPart;
  useSubtitle(count === 0 || isPart ? '' : KEY_TEXT.held(count));
  useEffect(() => void loadKeys(), [profileId]);
  return (
    <ScreenLayout layout="wide">
      <Card label={KEY_TEXT.title}>
        <CardHeader title={KEY_TEXT.title} />
        <CardSection flush>
          <KeysBody known={found === null ? known : only(known, found)} asked={found} onCreate={askForKey} />
        </CardSection>
        {count > 0 && (
          <CardFooter note={isPart ? KEY_TEXT.soFar(count) : KEY_TEXT.count(count)}>
            {found !== null && <Button onPress={closeForm}>{KEY_TEXT.showAll}</Button>}
            <Button icon={Download} onPress={importKey}>
              {KEY_TEXT.import}
            </Button>
            <Button kind="primary" icon={Plus} onPress={askForKey}>
              {KEY_TEXT.create}
            </Button>
          </CardFooter>
        )}
      </Card>
      {focus === 'create' && <CreateDialog onClose={closeForm} />}
    </ScreenLayout>
  );
}

/** The one key of the list; all of them where it is not there. */
function only(known: KeysState, id: string): KeysState {
  const keys = known.state === 'ready' ? known.keys.filter(({ privateKeyId }) => privateKeyId === id) : [];
  return known.state === 'ready' && keys.length > 0 ? { ...known, keys } : known;
}

interface KeysBodyProps {
  readonly known: KeysState;
  readonly asked: string | null;
  readonly onCreate: () => void;
}

function KeysBody({ known, asked, onCreate }: KeysBodyProps): ReactNode {
  switch (known.state) {
    case 'loading':
      return (
        <CardSection>
          <div aria-busy="true">
            <Skeleton lines={5} />
          </div>
        </CardSection>
      );
    case 'failed':
      return <FailedState error={known.error} onRetry={() => void loadKeys()} />;
    case 'ready':
      return known.keys.length > 0 ? (
        <KeyTable keys={known.keys} asked={asked} />
      ) : (
        <EmptyState
          icon={KeyRound}
          title={KEY_TEXT.empty}
          action={
            <>
              <Button icon={Download} onPress={importKey}>
                {KEY_TEXT.import}
              </Button>
              <Button kind="primary" icon={Plus} onPress={onCreate}>
                {KEY_TEXT.create}
              </Button>
            </>
          }
        >
          {KEY_TEXT.emptyHint}
        </EmptyState>
      );
  }
}
