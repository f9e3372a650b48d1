import type { Warning } from './decoded.ts';

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

/** The warnings of a reading, with the one of blind signing where it is blind and none of them says so. */
export const withBlindSigning = ({
  blind,
  warnings,
}: {
  readonly blind: boolean;
  readonly warnings: Warning[];
}): Warning[] =>
  !blind || warnings.some(({ code }) => code === 'BLIND_SIGNING')
    ? warnings
    : [blindSigning('Part of it could not be read.'), ...warnings];

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
