import { FolderOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DescriptorState } from '#preload/contract/interfaces.ts';
import type { QueryState } from '../../bridge/live-query.ts';
import { useTask } from '../../bridge/use-task.ts';
import { age, formatDay } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { DescriptorFolderDialog, readFolder } from './descriptor-folder-dialog.tsx';
import { takeUpInterfaces } from './interfaces-store.ts';
import { SETTINGS_TEXT } from './text.ts';

/** Descriptors (ERC-7730): words for calls and messages that the console does not know by itself. */
export function DescriptorsCard({ known }: { readonly known: QueryState<DescriptorState> }): ReactNode {
  const [isChoosing, setChoosing] = useState(false);
  const task = useTask(readFolder);
  const state = known.state === 'ready' ? known.value : null;
  const read = async (path: string | null): Promise<void> => {
    if (await task.run(path)) await takeUpInterfaces();
  };
  return (
    <Card label={SETTINGS_TEXT.descriptors.title}>
      <CardHeader title={SETTINGS_TEXT.descriptors.title} />
      <CardSection>
        <Refusal error={known.state === 'failed' ? known.error : task.error} />
        {state && <DescriptorFacts state={state} />}
      </CardSection>
      {state && state.refused.length > 0 && (
        <CardSection>
          {state.refused.map(({ file, message }) => (
            <Note key={file} tone="warn" title={SETTINGS_TEXT.descriptors.notUsed(file)}>
              {message}
            </Note>
          ))}
        </CardSection>
      )}
      <CardFooter note={SETTINGS_TEXT.descriptors.note}>
        {state?.folder != null && (
          <>
            <Button isPending={task.busy} onPress={() => void read(null)}>
              {SETTINGS_TEXT.descriptors.remove}
            </Button>
            <Button isPending={task.busy} onPress={() => void read(state.folder)}>
              {SETTINGS_TEXT.descriptors.reload}
            </Button>
          </>
        )}
        <Button icon={FolderOpen} onPress={() => setChoosing(true)}>
          {state?.folder == null ? SETTINGS_TEXT.descriptors.choose : SETTINGS_TEXT.descriptors.chooseAnother}
        </Button>
      </CardFooter>
      {isChoosing && <DescriptorFolderDialog onClose={() => setChoosing(false)} />}
    </Card>
  );
}

const { descriptors: TEXT } = SETTINGS_TEXT;

function DescriptorFacts({ state }: { state: DescriptorState }): ReactNode {
  const { builtIn, builtInDate, tokenListDate, folder, loaded, writtenMs, tokenLists } = state;
  const [nowMs] = useState(() => Date.now());
  const dated = (date: string): string =>
    TEXT.dated(formatDay(Date.parse(date)), age(Date.parse(date), nowMs));
  return (
    <Facts>
      <FactRow label={TEXT.builtIn} note={dated(builtInDate)}>
        {TEXT.count(builtIn)}
      </FactRow>
      <FactRow label={TEXT.ownTokens} note={dated(tokenListDate)}>
        {TEXT.ownTokensText}
      </FactRow>
      <FactRow label={TEXT.fromFolder} {...(folder === null ? {} : { note: folder })}>
        {folder === null ? TEXT.none : TEXT.count(loaded)}
      </FactRow>
      {writtenMs !== null && (
        <FactRow label={TEXT.written} note={TEXT.newest(age(writtenMs.newest, nowMs))}>
          {TEXT.days(formatDay(writtenMs.oldest), formatDay(writtenMs.newest))}
        </FactRow>
      )}
      {tokenLists.map(({ file, name, date, tokens, leftOut }) => (
        <FactRow key={file} label={TEXT.tokenList} note={`${file}, ${dated(date)}${TEXT.leftOut(leftOut)}`}>
          {TEXT.tokens(name, tokens)}
        </FactRow>
      ))}
    </Facts>
  );
}
