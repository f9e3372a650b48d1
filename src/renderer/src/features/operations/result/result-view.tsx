import { type ReactNode, useId, useMemo, useState } from 'react';
import { labelOfName, wordsOfValues } from '#protocol/form/form-field.ts';
import { formatMinute } from '#renderer/format/time.ts';
import { Segmented } from '#renderer/ui/choices.tsx';
import { FactRow, Facts } from '#renderer/ui/facts.tsx';
import { Disclosure } from '#renderer/ui/layout.tsx';
import type { TableColumn } from '#renderer/ui/table-column.ts';
import { CopyButton } from '#renderer/ui/values.tsx';
import { FoundTable } from '../../filters/found-list.tsx';
import styles from '../operations.module.css';
import { RESULT_TEXT } from './text.ts';

const VIEWS = [
  { id: 'words', label: RESULT_TEXT.views.words },
  { id: 'json', label: RESULT_TEXT.views.json },
] as const;

export interface ResultViewProps {
  readonly label: string;
  readonly value: unknown;
  readonly end?: ReactNode;
}

/** What the service gave back, to read or as JSON. */
export function ResultView({ label, value, end }: ResultViewProps): ReactNode {
  const [view, setView] = useState<'words' | 'json'>('words');
  const text = JSON.stringify(value, null, 2);
  return (
    <section className={styles['result']} aria-label={label}>
      <header className={styles['resultHead']}>
        <h3>{label}</h3>
        {end}
        <Segmented label={RESULT_TEXT.view} options={VIEWS} value={view} onChange={setView} />
        <CopyButton text={text} what={RESULT_TEXT.copy} />
      </header>
      {view === 'words' ? (
        <ReadableValue value={value} label={label} />
      ) : (
        <pre className={styles['json']} tabIndex={0}>
          {text}
        </pre>
      )}
    </section>
  );
}

export type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A time as published services write it, or null. */
function timeOf(value: unknown): string | null {
  if (!isObject(value) || typeof value['seconds'] !== 'string' || Object.keys(value).length > 2) return null;
  const ms = Number(value['seconds']) * 1000;
  return Number.isFinite(ms) ? formatMinute(ms) : null;
}

/** A single value in words; null for what has parts. */
function wordsOf(value: unknown): string | null {
  if (value === null || value === undefined) return RESULT_TEXT.notSet;
  if (typeof value === 'boolean') return value ? RESULT_TEXT.yes : RESULT_TEXT.no;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return textWords(value);
  return timeOf(value);
}

function textWords(text: string): string {
  if (text === '') return RESULT_TEXT.empty;
  // Enumerations of the wire format: CURVE_P256, ACTIVITY_STATUS_COMPLETED.
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text)) return wordsOfValues([text])[0] ?? text;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatMinute(Date.parse(text));
  return text;
}

/** Whether a text is an id, a key or other data, which is drawn in the fixed-width face. */
export const isData = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 20 && !value.includes(' ');

/** The name of a member in words. */
const nameOf = labelOfName;

/** A value of any shape: facts for a record, a table for records, words for the rest. */
export function ReadableValue({ value, label }: { value: unknown; label: string }): ReactNode {
  const words = wordsOf(value);
  if (words !== null) {
    return <span className={isData(value) ? styles['data'] : undefined}>{words}</span>;
  }
  if (Array.isArray(value)) return <Several values={value as unknown[]} label={label} />;
  if (!isObject(value)) return null;
  const members = Object.entries(value);
  // One member alone is what was asked for.
  const [only] = members;
  if (members.length === 1 && only && Array.isArray(only[1])) {
    return <Several values={only[1] as unknown[]} label={nameOf(only[0])} />;
  }
  if (members.length === 0) return <p className={styles['none']}>{RESULT_TEXT.nothingFurther}</p>;
  const single = members.filter(([, member]) => wordsOf(member) !== null || isShortList(member));
  const parts = members.filter(([, member]) => wordsOf(member) === null && !isShortList(member));
  return (
    <>
      {single.length > 0 && (
        <Facts>
          {single.map(([name, member]) => (
            <FactRow key={name} label={nameOf(name)}>
              <ReadableValue value={member} label={nameOf(name)} />
            </FactRow>
          ))}
        </Facts>
      )}
      {parts.map(([name, member]) => (
        <Disclosure key={name} label={partLabel(name, member)}>
          <ReadableValue value={member} label={nameOf(name)} />
        </Disclosure>
      ))}
    </>
  );
}

const isShortList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => wordsOf(one) !== null);

const partLabel = (name: string, member: unknown): string =>
  Array.isArray(member) ? `${nameOf(name)} (${member.length})` : nameOf(name);

function Several({ values, label }: { values: readonly unknown[]; label: string }): ReactNode {
  if (values.length === 0) return <p className={styles['none']}>{RESULT_TEXT.none}</p>;
  if (values.every(isObject)) {
    return (
      <RecordTable label={label} records={values}>
        {(record) => <ReadableValue value={record} label={label} />}
      </RecordTable>
    );
  }
  return (
    <ul className={styles['several']}>
      {values.map((value, index) => (
        <li key={index}>
          <ReadableValue value={value} label={label} />
        </li>
      ))}
    </ul>
  );
}

interface Row {
  readonly id: string;
  readonly record: Json;
}

const rowId = ({ id }: Row): string => id;
const rowText = ({ record }: { record: Json }): string =>
  Object.values(record)
    .map((member) => wordsOf(member) ?? '')
    .join(' ');

const MAX_COLUMNS = 4;

interface RecordTableProps {
  readonly label: string;
  readonly records: readonly Json[];
  /** Draws a record in full. */
  readonly children: (record: Json) => ReactNode;
}

/** Records as a table of their first few plain members; the one that is chosen in full below. */
function RecordTable({ label, records, children }: RecordTableProps): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null);
  const rows = useMemo(() => records.map((record, index) => ({ id: String(index), record })), [records]);
  const selected = rows.find((row) => row.id === chosen);
  return (
    <>
      <div className={styles['tableFrame']}>
        <FoundTable
          // Each table of each result has words of its own.
          list="results"
          of={useId()}
          label={label}
          columns={columnsOf(records)}
          rows={rows}
          rowId={rowId}
          rowText={rowText}
          selectedId={chosen}
          onSelect={setChosen}
        />
      </div>
      {selected && <div className={styles['chosen']}>{children(selected.record)}</div>}
    </>
  );
}

/** The members that every reader looks for first: names and states before ids, times last. */
function columnsOf(records: readonly Json[]): readonly TableColumn<Row>[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) =>
    records.some((record) => record[name] !== undefined && wordsOf(record[name]) !== null),
  );
  const rank = (name: string): number => {
    if (/name$|label$/i.test(name)) return 0;
    if (/^(?:createdAt|updatedAt)/.test(name)) return 4;
    if (name === 'organizationId') return 5;
    return /id$/i.test(name) ? 1 : 2;
  };
  const shown = names.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_COLUMNS);
  return (shown.length > 0 ? shown : ['']).map((name) => ({
    id: name === '' ? 'record' : name,
    title: name === '' ? RESULT_TEXT.record : nameOf(name),
    cell: ({ record }) => (
      <span className={isData(record[name]) ? styles['cellData'] : undefined}>
        {name === '' ? RESULT_TEXT.show : (wordsOf(record[name]) ?? '')}
      </span>
    ),
  }));
}
