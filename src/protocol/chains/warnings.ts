import type { Warning } from './reading.ts';

/** Makes a warning. */
export const warn = (code: string, severity: Warning['severity'], title: string, text: string): Warning => ({
  code,
  severity,
  title,
  text,
});

/** The warning of a part that could not be read. */
export const blindSigning = (what: string): Warning =>
  warn(
    'BLIND_SIGNING',
    'danger',
    'Blind signing',
    `${what} Sign only when you know by other means what it does.`,
  );

export const sendsToItself = (): Warning =>
  warn('SELF_TRANSFER', 'notice', 'Sent to itself', 'Sender and recipient are the same address.');

const ORDER: readonly Warning['severity'][] = ['danger', 'caution', 'notice'];

/** Compares two warnings for sorting, the graver first. */
export const byGravity = (one: Warning, other: Warning): number =>
  ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity);

/** The gravest first, each once. */
export function ordered(warnings: readonly Warning[]): Warning[] {
  const unique = new Map(warnings.map((warning) => [`${warning.code} ${warning.text}`, warning]));
  return [...unique.values()].sort(byGravity);
}
