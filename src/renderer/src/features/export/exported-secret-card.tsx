import { Check, FileLock2, OctagonAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ExportFormat, ExportView } from '../../../../preload/contract/exports.ts';
import { KEY_FORMAT_NAMES } from '../../../../protocol/key-format-names.ts';
import { Address } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/card.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { EffectTag } from '../../ui/effect-tag.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Tag } from '../../ui/tag.tsx';
import { allHold } from './all-hold.ts';
import { CheckList } from './check-list.tsx';
import { leaveExport } from './export-store.ts';
import styles from './export.module.css';
import { SaveEncryptedDialog, SavePlainDialog } from './save-dialog.tsx';
import { SecretView } from './secret-view.tsx';

type OpenStatus = Extract<ExportView['status'], { state: 'open' }>;

const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = {
  ...KEY_FORMAT_NAMES,
  MNEMONIC: 'Words',
  TEXT: 'Text',
};

/** The last step: the proof, then the secret behind its mask, and the ways to take it out. */
export function ExportedSecretCard({ view, status }: { view: ExportView; status: OpenStatus }): ReactNode {
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
    <Card label={`Export of ${view.name}`}>
      <CardHeader
        title={view.name}
        tag={<EffectTag effect="export" />}
        end={<span className={styles['identifier']}>{view.identifier}</span>}
      />
      <CardSection className={styles['form']}>
        <Proof status={status} />
        {status.items.length > 1 && (
          <Select
            label="Secret"
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
            label="As"
            options={item.formats.map((id) => ({ id, label: FORMAT_NAMES[id] }))}
            value={current}
            onChange={setFormat}
          />
        )}
        <Facts>
          {item.derived.map(({ label, value, matches }) => (
            <FactRow key={`${label} ${value}`} label={label}>
              <Address value={value} />
              {matches ? (
                <Tag tone="ok" icon={Check}>
                  match
                </Tag>
              ) : (
                <Tag tone="destroy" icon={OctagonAlert}>
                  not the service’s record
                </Tag>
              )}
            </FactRow>
          ))}
          <FactRow label="Leaves a trace">
            Activity {status.activityId}, and a line in the journal: that it was exported, never what it was.
          </FactRow>
        </Facts>
        {savedTo !== null && (
          <Note tone="good" title="Saved" live>
            {savedTo}
          </Note>
        )}
      </CardSection>
      <CardFooter
        note={
          <>
            Wiped from memory when you leave this screen, lock, or in{' '}
            <Countdown key={status.wipesAtMs} untilMs={status.wipesAtMs} />
          </>
        }
      >
        <Button kind="quiet" onPress={() => setSaving('plain')}>
          Save unencrypted…
        </Button>
        <Button icon={FileLock2} onPress={() => setSaving('encrypted')}>
          Save encrypted…
        </Button>
        <Button kind="primary" onPress={leaveExport}>
          Done, wipe it
        </Button>
      </CardFooter>
      {saving === 'encrypted' && <SaveEncryptedDialog {...save} />}
      {saving === 'plain' && <SavePlainDialog {...save} />}
    </Card>
  );
}

function Proof({ status }: { status: OpenStatus }): ReactNode {
  if (!allHold(status.checks)) {
    return (
      <>
        <Note tone="bad" title="What came out is not what the service’s record describes" live>
          Do not rely on it. Keep the activity’s id, and report it.
        </Note>
        <CheckList checks={status.checks} />
      </>
    );
  }
  return (
    <>
      <Note tone="good" icon={ShieldCheck} title="The bundle is what you asked for">
        Signed by the pinned quorum key · organization matches · opened with this export’s own key
        {status.items.every((item) => item.derived.length > 0) &&
          ' · derived address equals the service’s record'}
      </Note>
      <Disclosure label="What was checked on this machine">
        <CheckList checks={status.checks} />
      </Disclosure>
    </>
  );
}
