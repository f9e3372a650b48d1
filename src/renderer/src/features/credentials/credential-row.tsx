import { BadgeCheck, Check, Copy, Ellipsis, Fingerprint, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import { useHealth } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { formatDay } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Tag } from '../../ui/tags.tsx';
import { attempt, showToast } from '../../ui/toasts.ts';
import { AddressText } from '../../ui/values.tsx';
import styles from './credentials.module.css';
import { EnrollDialog } from './enroll-form.tsx';
import { ForgetDialog, RenameDialog } from './credential-dialogs.tsx';
import { CREDENTIAL_TEXT, CURVE_NAMES, KIND_NAMES } from './text.ts';

const TEXT = CREDENTIAL_TEXT.row;

type Open = 'rename' | 'enroll' | 'forget' | null;

/** One credential: what it is, whether it stamps now, and its actions. */
export function CredentialRow({
  credential,
  isLast,
}: {
  credential: Credential;
  isLast: boolean;
}): ReactNode {
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const { publicKey, label, current } = credential;
  const isPasskey = credential.kind === 'passkey';
  const copy = async (): Promise<void> => {
    await getConsole().app.copy({ text: publicKey });
    showToast({ tone: 'good', title: TEXT.copied });
  };
  const use = { id: 'use', label: TEXT.use, icon: Check };
  const entries = [
    ...(current
      ? []
      : [{ ...use, onAction: () => void attempt(() => getConsole().credentials.select({ publicKey })) }]),
    ...(current || isPasskey
      ? []
      : [{ id: 'enroll', label: TEXT.enroll, icon: BadgeCheck, onAction: () => setOpen('enroll') }]),
    { id: 'copy', label: TEXT.copy, icon: Copy, onAction: () => void attempt(copy) },
    { id: 'rename', label: TEXT.rename, icon: Pencil, onAction: () => setOpen('rename') },
    { id: 'forget', label: TEXT.forget, icon: Trash2, danger: true, onAction: () => setOpen('forget') },
  ];
  return (
    <li className={styles['row']}>
      <span className={styles['face']}>
        <Icon of={isPasskey ? KeyRound : Fingerprint} />
      </span>
      <div className={styles['words']}>
        <div className={styles['name']}>
          <b>{label}</b>
          <span className={styles['curve']}>
            {KIND_NAMES[credential.kind]} · {CURVE_NAMES[credential.curve]}
          </span>
          {current && (
            <Tag tone="ok" icon={Check}>
              {TEXT.active}
            </Tag>
          )}
        </div>
        <AddressText value={publicKey} />
        <Dates credential={credential} />
      </div>
      <Menu
        label={TEXT.actions(label)}
        entries={entries}
        trigger={<Button kind="quiet" small icon={Ellipsis} aria-label={TEXT.actions(label)} />}
      />
      {open === 'rename' && <RenameDialog credential={credential} onClose={close} />}
      {open === 'enroll' && <EnrollDialog credential={credential} onClose={close} />}
      {open === 'forget' && <ForgetDialog credential={credential} isLast={isLast} onClose={close} />}
    </li>
  );
}

function Dates({ credential }: { credential: Credential }): ReactNode {
  const { backend } = useHealth(({ keychain }) => keychain);
  return (
    <div className={styles['dates']}>
      {TEXT.created(
        formatDay(credential.createdAtMs),
        credential.kind === 'passkey' ? TEXT.authenticator : backend,
      )}{' '}
      {credential.expiresAtMs !== null && TEXT.expires(formatDay(credential.expiresAtMs))}
    </div>
  );
}
