import { type ReactNode, useState } from 'react';
import type { ConnectionCheck, Profile } from '#preload/contract/profiles.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { createTurns } from '../../bridge/turns.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { TextArea, TextInput } from '../../ui/fields.tsx';
import { Note } from '../../ui/notes.tsx';
import { showToast } from '../../ui/toasts.ts';
import { PathInput, fileOf } from '../files/path-input.tsx';
import { ConnectionResult } from './connection-result.tsx';
import {
  type ProfileFaults,
  type ProfileFields,
  draftOf,
  profileFieldsOf,
  profileFaults,
} from './profile-fields.ts';
import styles from './settings.module.css';
import { SETTINGS_TEXT } from './text.ts';

const TEXT = SETTINGS_TEXT.profiles;

const save = async (fields: ProfileFields, id: string | null): Promise<true> => {
  const draft = await draftOf(fields, fileOf);
  if (id === null) await getConsole().profiles.add(draft);
  else await getConsole().profiles.edit({ ...draft, id });
  return true;
};
const test = async (fields: ProfileFields, id: string | null): Promise<readonly ConnectionCheck[]> => {
  const draft = await draftOf(fields, fileOf);
  return (await getConsole().profiles.test({ ...draft, id })).checks;
};

/** Adds a profile for a hosted service, or edits one; its connection can be tested before it is saved. */
export function ProfileDialog({
  profile,
  onClose,
}: {
  readonly profile: Profile | null;
  readonly onClose: () => void;
}): ReactNode {
  const [fields, setFields] = useState<ProfileFields>(() => profileFieldsOf(profile));
  const [faults, setFaults] = useState<ProfileFaults>({});
  const [checks, setChecks] = useState<readonly ConnectionCheck[] | null>(null);
  const saving = useTask(save);
  const testing = useTask(test);
  const id = profile?.id ?? null;
  const title = profile === null ? TEXT.add : TEXT.edit(profile.name);
  const [edits] = useState(createTurns);
  const cancelTest = (): void => {
    if (testing.busy) void getConsole().profiles.cancelTest();
  };
  const change = (part: Partial<ProfileFields>): void => {
    edits.end();
    setFields({ ...fields, ...part });
    setFaults({});
    // What was found, or is being looked for, is of something else.
    setChecks(null);
    testing.clear();
    cancelTest();
  };
  const isSound = (): boolean => {
    const found = profileFaults(fields);
    setFaults(found);
    return Object.keys(found).length === 0 && !saving.busy && !testing.busy;
  };
  const close = (): void => {
    cancelTest();
    onClose();
  };
  const submit = async (): Promise<void> => {
    if (!isSound()) return;
    testing.clear();
    if (!(await saving.run(fields, id))) return;
    const name = fields.name.trim();
    showToast({ tone: 'good', title: profile === null ? TEXT.added(name) : TEXT.saved(name) });
    onClose();
  };
  const runTest = async (): Promise<void> => {
    if (!isSound()) return;
    setChecks(null);
    const isMine = edits.current();
    const found = await testing.run(fields, id);
    if (!isMine()) testing.clear();
    else if (found) setChecks(found);
  };
  return (
    <FormDialog
      title={title}
      effect="write"
      wide
      onClose={close}
      onSubmit={() => void submit()}
      submit={profile === null ? TEXT.submit : TEXT.save}
      isDisabled={testing.busy}
      isPending={saving.busy}
      before={
        testing.busy ? (
          <Button onPress={cancelTest}>{TEXT.cancelTest}</Button>
        ) : (
          <Button onPress={() => void runTest()}>{TEXT.test}</Button>
        )
      }
      error={testing.error ?? saving.error}
    >
      <PlaceFields fields={fields} faults={faults} change={change} />
      <ProxyFields fields={fields} faults={faults} change={change} profile={profile} />
      <CertificateFields fields={fields} faults={faults} change={change} profile={profile} />
      <KeyFields fields={fields} faults={faults} change={change} profile={profile} />
      {testing.busy && <Note title={TEXT.testing}>{TEXT.testingNote}</Note>}
      {checks !== null && <ConnectionResult checks={checks} />}
    </FormDialog>
  );
}

interface PartProps {
  readonly fields: ProfileFields;
  readonly faults: ProfileFaults;
  readonly change: (part: Partial<ProfileFields>) => void;
}
type KeptPartProps = PartProps & { readonly profile: Profile | null };

function PlaceFields({ fields, faults, change }: PartProps): ReactNode {
  return (
    <>
      <TextInput
        label={TEXT.name}
        autoFocus
        value={fields.name}
        onChange={(name) => change({ name })}
        maxLength={60}
        placeholder={TEXT.namePlaceholder}
        error={faults.name}
      />
      <TextInput
        label={TEXT.address}
        mono
        value={fields.baseUrl}
        onChange={(baseUrl) => change({ baseUrl })}
        placeholder={TEXT.addressPlaceholder}
        spellCheck="false"
        error={faults.baseUrl}
      />
      <TextInput
        label={TEXT.organizationId}
        mono
        value={fields.organizationId}
        onChange={(organizationId) => change({ organizationId })}
        placeholder="00000000-0000-4000-8000-000000000000"
        spellCheck="false"
        error={faults.organizationId}
      />
      {fields.baseUrl.trim().toLowerCase().startsWith('http://') && (
        <Note tone="warn" title={TEXT.plainTitle}>
          {TEXT.plain}
        </Note>
      )}
    </>
  );
}

/** A choice under its name, with what it asks for below. */
function Choice({ label, help, children }: { label: string; help: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles['choice']}>
      <div className={styles['choiceLine']}>
        <span className={styles['choiceName']}>{label}</span>
        {children}
      </div>
      <div className={styles['text']}>{help}</div>
    </div>
  );
}

function ProxyFields({ fields, faults, change, profile }: KeptPartProps): ReactNode {
  const kept = profile?.connection?.proxy;
  const hasKept = kept?.kind === 'manual' && kept.hasLogin && kept.address === fields.proxyAddress.trim();
  return (
    <>
      <Choice label={TEXT.proxy} help={TEXT.proxyHelp[fields.proxy]}>
        <Segmented
          label={TEXT.proxy}
          options={TEXT.proxyOptions}
          value={fields.proxy}
          onChange={(proxy) => change({ proxy })}
        />
      </Choice>
      {fields.proxy === 'manual' && (
        <>
          <TextInput
            label={TEXT.proxyAddress}
            mono
            value={fields.proxyAddress}
            onChange={(proxyAddress) => change({ proxyAddress })}
            placeholder="http://proxy.example.com:8080"
            spellCheck="false"
            error={faults.proxyAddress}
          />
          <TextInput
            label={TEXT.proxyUser}
            value={fields.proxyUser}
            onChange={(proxyUser) => change({ proxyUser })}
            spellCheck="false"
            help={hasKept ? TEXT.proxyLoginKept : TEXT.proxyLoginHelp}
          />
          {fields.proxyUser !== '' && (
            <TextInput
              label={TEXT.proxyPassword}
              type="password"
              value={fields.proxyPassword}
              onChange={(proxyPassword) => change({ proxyPassword })}
            />
          )}
        </>
      )}
    </>
  );
}

function CertificateFields({ fields, faults, change, profile }: KeptPartProps): ReactNode {
  const own = profile?.connection?.own ?? [];
  return (
    <>
      <Choice label={TEXT.certificates} help={TEXT.certificatesHelp[fields.certificates]}>
        <Segmented
          label={TEXT.certificates}
          options={TEXT.certificateOptions}
          value={fields.certificates}
          onChange={(certificates) => change({ certificates })}
        />
      </Choice>
      {fields.certificates === 'own' && (
        <>
          {own.length > 0 && (
            <Facts>
              {own.map(({ subject, sha256, validTo }) => (
                <FactRow key={sha256} label={subject} note={TEXT.validTo(validTo)}>
                  <code className={styles['digest']}>{sha256}</code>
                </FactRow>
              ))}
            </Facts>
          )}
          <PathInput
            label={TEXT.certificateFile}
            path={fields.certificateFile}
            onChange={(certificateFile) => change({ certificateFile })}
            placeholder="/path/to/authority.pem"
            help={own.length > 0 ? TEXT.certificateFileKept : TEXT.certificateFileHelp}
          />
          {faults.certificateFile !== undefined && <Note tone="warn">{faults.certificateFile}</Note>}
        </>
      )}
    </>
  );
}

function KeyFields({ fields, faults, change, profile }: KeptPartProps): ReactNode {
  const kept = profile?.connection?.keys ?? null;
  return (
    <>
      <Choice label={TEXT.keys} help={TEXT.keysHelp[fields.keys]}>
        <Segmented
          label={TEXT.keys}
          options={TEXT.keyOptions}
          value={fields.keys}
          onChange={(keys) => change({ keys })}
        />
      </Choice>
      {fields.keys === 'own' && (
        <>
          {kept !== null && profile?.connection?.hasVendorKeys === false && (
            <Facts>
              {TEXT.keyNames.map(({ id, label }) => (
                <FactRow key={id} label={label}>
                  <code className={styles['digest']}>{kept[id]}</code>
                </FactRow>
              ))}
            </Facts>
          )}
          <TextArea
            label={TEXT.keysText}
            rows={4}
            value={fields.keysText}
            onChange={(keysText) => change({ keysText })}
            placeholder={'{"enclaveQuorum":"04…","sessionNotarizer":"04…", …}'}
            help={TEXT.keysTextHelp}
            error={faults.keysText}
          />
          <PathInput
            label={TEXT.keysFile}
            path={fields.keysFile}
            onChange={(keysFile) => change({ keysFile })}
            placeholder="/path/to/ready.json"
            help={TEXT.keysFileHelp}
          />
        </>
      )}
    </>
  );
}
