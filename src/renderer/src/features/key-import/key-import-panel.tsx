import { type ReactNode, useEffect, useState } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { KeyImport, KeyImportKind, KeyImportSubject } from '#preload/contract/key-imports.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import { KEY_CURVE_NAMES, type KeyCurve } from '#protocol/keys/curve.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxList } from '../../ui/choices.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { FailedState, LoadingCard } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { attempt } from '../../ui/toasts.ts';
import { Copied } from '../../ui/values.tsx';
import { FORMATS_OF_CURVE } from '../signers/key-facts.ts';
import { AccountsChoice } from './accounts-choice.tsx';
import { followKeyImport, currentKeyImport, showKeyImport } from './key-import-store.ts';
import styles from './key-import.module.css';
import { ProgressCard } from './progress-card.tsx';
import { SourceCard } from './source-card.tsx';
import { KEY_FORM_NAMES, KEY_IMPORT_TEXT, subjectTitle } from './text.ts';

const KEY_TEXT = KEY_IMPORT_TEXT.key;
const DRAFT_TEXT = KEY_IMPORT_TEXT.draft;

/** A private key or wallet into the organization: read, shown by its addresses, sealed on the privileged side, sent. */
export function KeyImportPanel({ kind }: { kind: KeyImportKind }): ReactNode {
  const { profileId } = useAppSnapshot();
  const known = currentKeyImport.useStore();
  useEffect(() => followKeyImport(), [profileId]);
  const current = known.state === 'ready' ? known.value : null;
  useSubtitle(current?.name ?? '');
  if (known.state === 'loading') return <LoadingCard label={KEY_IMPORT_TEXT.title} />;
  if (known.state === 'failed')
    return (
      <Card label={KEY_IMPORT_TEXT.title}>
        <FailedState error={known.error} onRetry={() => void currentKeyImport.load()} />
      </Card>
    );
  if (current === null) return <SourceCard kind={kind} />;
  return current.status.state === 'draft' ? (
    <DraftCard current={current} />
  ) : (
    <ProgressCard current={current} status={current.status} />
  );
}

const begin = async (name: string): Promise<void> =>
  showKeyImport(await getConsole().keyImports.begin({ name }));
const clear = (): void => void attempt(() => getConsole().keyImports.clear());

/** What was read, by everything that is public of it, and the choices that change it; nothing was asked for yet. */
function DraftCard({ current }: { current: KeyImport }): ReactNode {
  const { subject, known } = current;
  const [name, setName] = useState(current.name);
  const [isTried, setTried] = useState(false);
  const task = useTask(begin);
  const missing = name.trim() === '' ? DRAFT_TEXT.nameMissing(subject.kind) : null;
  const start = (): void => {
    setTried(true);
    if (missing === null && !task.busy) void task.run(name.trim());
  };
  const title = subjectTitle(subject);
  return (
    <Card label={title}>
      <CardHeader title={title} tag={<EffectTag effect="write" />} />
      <CardSection className={styles['stack']}>
        <TextInput
          label={DRAFT_TEXT.name}
          autoFocus
          value={name}
          onChange={setName}
          maxLength={255}
          help={DRAFT_TEXT.nameHelp}
          error={isTried ? missing : null}
          onKeyDown={(event) => {
            if (event.key === 'Enter') start();
            // What is handled here goes no further, and shortcuts are listened for further up.
            else event.continuePropagation();
          }}
        />
        {subject.kind === 'privateKey' ? (
          <KeyChoice subject={subject} />
        ) : (
          <AccountsChoice subject={subject} />
        )}
        {known.length > 0 && (
          <Note tone="warn" title={DRAFT_TEXT.known} live>
            {known.map((record) => `${record.name} (${record.address})`).join(', ')}. {DRAFT_TEXT.knownEffect}
          </Note>
        )}
        <Refusal error={task.error} />
      </CardSection>
      <CardFooter note={DRAFT_TEXT.note(subject.kind)}>
        <Button isDisabled={task.busy} onPress={clear}>
          {DRAFT_TEXT.discard[subject.kind]}
        </Button>
        <Button kind="primary" isPending={task.busy} onPress={start}>
          {DRAFT_TEXT.submit(subject.kind)}
        </Button>
      </CardFooter>
    </Card>
  );
}

type KeySubject = Extract<KeyImportSubject, { kind: 'privateKey' }>;

const choose = async (curve: KeyCurve, addressFormats: AddressFormat[]): Promise<void> =>
  showKeyImport(await getConsole().keyImports.choose({ kind: 'privateKey', curve, addressFormats }));

/** The curve and addresses of a private key; every choice is derived anew on the privileged side. */
function KeyChoice({ subject }: { subject: KeySubject }): ReactNode {
  const { form, curve, curves } = subject;
  const task = useTask(choose);
  const chosen = subject.addresses.map(({ addressFormat }) => addressFormat);
  // The form may have brought an address that is seldom chosen.
  const offered = [...new Set([...FORMATS_OF_CURVE[curve], ...chosen])];
  return (
    <>
      <Facts>
        <FactRow label={KEY_TEXT.format}>
          {KEY_FORM_NAMES[form]}, {KEY_CURVE_NAMES[curve]}
        </FactRow>
        {subject.addresses.map(({ addressFormat, address }) => (
          <FactRow key={addressFormat} label={FORMAT_NAMES[addressFormat]}>
            <Copied value={address} what={KEY_TEXT.copyAddress} />
          </FactRow>
        ))}
        <FactRow label={KEY_TEXT.publicKey}>
          <Copied value={subject.publicKey} what={KEY_TEXT.copyPublicKey} />
        </FactRow>
      </Facts>
      {curves.length > 1 && (
        <Select
          label={KEY_TEXT.curve}
          options={curves.map((id) => ({ id, label: KEY_CURVE_NAMES[id] }))}
          value={curve}
          onChange={(next) => void task.run(next, FORMATS_OF_CURVE[next].slice(0, 1))}
          help={KEY_TEXT.curveHelp}
        />
      )}
      <CheckboxList
        label={KEY_TEXT.addresses}
        options={offered.map((id) => ({ id, label: FORMAT_NAMES[id] }))}
        value={chosen}
        onChange={(formats) => void task.run(curve, formats)}
      />
      <Refusal error={task.error} />
    </>
  );
}
