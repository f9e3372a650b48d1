import { Check, FileLock2, OctagonAlert, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ExportFormat, ExportView } from '#preload/contract/exports.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Card, CardFooter, CardHeader, CardSection, Disclosure } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import { Countdown } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { EffectTag, Tag } from '../../ui/tags.tsx';
import { AddressText } from '../../ui/values.tsx';
import { CheckList, allHold } from './check-list.tsx';
import styles from './export.module.css';
import { SaveEncryptedDialog, SavePlainDialog } from './save-dialog.tsx';
import { SecretView } from './secret-view.tsx';
import { EXPORT_FORMAT_NAMES, EXPORT_TEXT } from './text.ts';

type OpenStatus = Extract<ExportView['status'], { state: 'open' }>;

const TEXT = EXPORT_TEXT.secret;

interface SecretCardProps {
  readonly view: ExportView;
  readonly status: OpenStatus;
  readonly onDone: () => void;
}

/** The last step: the proof, then the secret behind its mask, and the ways to take it out. */
export function ExportedSecretCard({ view, status, onDone }: SecretCardProps): ReactNode {
  const [index, setIndex] = useState(0);
  const [format, setFormat] = useState<ExportFormat | null>(null);
  const [saving, setSaving] = useState<'encrypted' | 'plain' | null>(null);
  const [savedTo, setSavedTo] = useState<string | null>(null);
  const item = status.items[index];
  if (item === undefined) return null;
  const current = item.formats.find((each) => each === format) ?? item.formats[0] ?? 'HEXADECIMAL';
  const save = {
    exportId: view.id,
    index,
    item,
    format: current,
    onClose: () => setSaving(null),
    onSaved: (path: string) => {
      setSavedTo(path);
      setSaving(null);
    },
  };
  return (
    <Card label={TEXT.title(view.name)}>
      <CardHeader
        title={view.name}
        tag={<EffectTag effect="export" />}
        end={<span className={styles['identifier']}>{view.identifier}</span>}
      />
      <CardSection className={styles['form']}>
        <Proof status={status} byFile={view.target === null} />
        {status.items.length > 1 && (
          <Select
            label={TEXT.secret}
            options={status.items.map((each, at) => ({
              id: String(at),
              label: each.name,
              detail: each.size,
            }))}
            value={String(index)}
            onChange={(at) => setIndex(Number(at))}
          />
        )}
        <SecretView
          key={`${index} ${current}`}
          exportId={view.id}
          index={index}
          item={item}
          format={current}
        />
        {item.formats.length > 1 && (
          <Segmented
            label={TEXT.format}
            options={item.formats.map((id) => ({ id, label: EXPORT_FORMAT_NAMES[id] }))}
            value={current}
            onChange={setFormat}
          />
        )}
        <Facts>
          {item.derived.map(({ label, value, matches }) => (
            <FactRow key={`${label} ${value}`} label={label}>
              <AddressText value={value} />
              {matches ? (
                <Tag tone="ok" icon={Check}>
                  {TEXT.matches}
                </Tag>
              ) : (
                <Tag tone="destroy" icon={OctagonAlert}>
                  {view.target === null ? TEXT.differsByFile : TEXT.differs}
                </Tag>
              )}
            </FactRow>
          ))}
          <FactRow label={TEXT.audit}>{TEXT.trail(status.activityId)}</FactRow>
        </Facts>
        {savedTo !== null && (
          <Note tone="good" title={TEXT.saved} live>
            {savedTo}
          </Note>
        )}
      </CardSection>
      <CardFooter
        note={
          <>
            {TEXT.wipes} <Countdown key={status.wipesAtMs} untilMs={status.wipesAtMs} />
          </>
        }
      >
        <Button kind="quiet" onPress={() => setSaving('plain')}>
          {TEXT.savePlain}
        </Button>
        <Button icon={FileLock2} onPress={() => setSaving('encrypted')}>
          {TEXT.saveEncrypted}
        </Button>
        <Button kind="primary" onPress={onDone}>
          {TEXT.done}
        </Button>
      </CardFooter>
      {saving === 'encrypted' && <SaveEncryptedDialog {...save} />}
      {saving === 'plain' && <SavePlainDialog {...save} />}
    </Card>
  );
}

function Proof({ status, byFile }: { status: OpenStatus; byFile: boolean }): ReactNode {
  if (!allHold(status.checks)) {
    return (
      <>
        <Note tone="bad" title={byFile ? EXPORT_TEXT.proof.mismatchByFile : EXPORT_TEXT.proof.mismatch} live>
          {EXPORT_TEXT.proof.mismatchEffect}
        </Note>
        <CheckList checks={status.checks} />
      </>
    );
  }
  return (
    <>
      <Note tone="good" icon={ShieldCheck} title={EXPORT_TEXT.proof.verified}>
        {EXPORT_TEXT.proof.facts}
        {status.items.every((item) => item.derived.length > 0) &&
          (byFile ? EXPORT_TEXT.proof.addressAsked : EXPORT_TEXT.proof.addressMatches)}
      </Note>
      <Disclosure label={EXPORT_TEXT.proof.checked}>
        <CheckList checks={status.checks} />
      </Disclosure>
    </>
  );
}
