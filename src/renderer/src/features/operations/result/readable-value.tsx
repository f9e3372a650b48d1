import type { ReactNode } from 'react';
import { Disclosure } from '#renderer/ui/layout.tsx';
import { FactRow, Facts } from '#renderer/ui/facts.tsx';
import styles from '../operations.module.css';
import { RecordTable } from './record-table.tsx';
import { isData, isObject, nameOf, wordsOf } from './value-text.ts';
import { RESULT_TEXT } from './text.ts';

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
