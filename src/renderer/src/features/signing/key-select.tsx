import { type ReactNode, useEffect, useState } from 'react';
import { useIsOffline } from '../../bridge/app-state.ts';
import { useQuery } from '../../bridge/query.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { chainOfKey, signingChain } from '../signers/chains.ts';
import { KeyInput } from '../signers/key-input.tsx';
import { useKeyOptions } from '../signers/key-options.tsx';
import { signers } from '../signers/signers.ts';
import { setSigner, useSigning } from './signing-store.ts';
import styles from './signing.module.css';
import { REQUEST_TEXT } from '../requests/text.ts';
import { SIGNING_TEXT } from './text.ts';

interface KeyProps {
  readonly isDisabled: boolean;
}

/** The key to sign with: chosen where the service can be asked for its keys, entered where it can't. */
export const KeySelect = (props: KeyProps): ReactNode =>
  useIsOffline() ? <OfflineKey {...props} /> : <KeyChoice {...props} />;

/** The key to sign with, as it is called in a request. */
const OfflineKey = ({ isDisabled }: KeyProps): ReactNode => (
  <KeyInput
    label={SIGNING_TEXT.key.label}
    help={SIGNING_TEXT.key.offline}
    value={useSigning((state) => state.signWith)}
    onTake={setSigner}
    isDisabled={isDisabled}
  />
);

/** The key to sign with, out of those that the service holds and that fit the chain. */
function KeyChoice({ isDisabled }: KeyProps): ReactNode {
  const known = useQuery(signers);
  // What an earlier visit left is shown until the service answers; that something is missing there says nothing.
  const [left] = useState(known);
  const isCurrent = known !== left;
  const signWith = useSigning((state) => state.signWith);
  const type = useSigning((state) => state.type);
  const keys = useKeyOptions(known, type);
  const only = keys.length === 1 ? keys[0]?.id : undefined;
  // While the transaction is being read, its chain is not known, and no key is of another one.
  const isReading = useSigning((state) => state.reading.state === 'reading');
  const isGone =
    isCurrent &&
    !isReading &&
    known.state === 'ready' &&
    signWith !== null &&
    !keys.some(({ id }) => id === signWith);

  // "Sign with this key" comes before the transaction: the key says for which chain.
  const chosen = known.state === 'ready' ? known.value.find((key) => key.signWith === signWith) : undefined;
  const isEmpty = useSigning((state) => state.reading.state === 'empty');
  const itsChain = isEmpty && chosen ? chainOfKey(chosen)?.id : undefined;
  useEffect(() => {
    if (itsChain !== undefined) useSigning.setState({ type: itsChain });
  }, [itsChain]);
  // One key is no choice; and a key of another profile or chain is none of these.
  useEffect(() => {
    if (itsChain !== undefined) return;
    if (isGone || signWith === null) useSigning.setState({ signWith: only ?? null });
  }, [only, signWith, isGone, itsChain]);

  if (known.state === 'failed') {
    return (
      <Note
        tone="bad"
        live
        title={known.error.message}
        action={
          <Button small onPress={() => void signers.load()}>
            {REQUEST_TEXT.tryAgain}
          </Button>
        }
      >
        {known.error.remedy}
      </Note>
    );
  }
  if (known.state === 'ready' && keys.length === 0) {
    return (
      <Note
        title={SIGNING_TEXT.key.noneTitle}
        action={
          <Button small onPress={() => go('keys', 'create')}>
            {SIGNING_TEXT.key.create}
          </Button>
        }
      >
        {signingChain(type).key}
      </Note>
    );
  }
  return (
    <Select
      label={SIGNING_TEXT.key.label}
      className={styles['keySelect']}
      placeholder={known.state === 'loading' ? SIGNING_TEXT.key.loading : SIGNING_TEXT.key.choose}
      isDisabled={isDisabled || known.state === 'loading'}
      options={keys}
      value={signWith}
      onChange={setSigner}
    />
  );
}
