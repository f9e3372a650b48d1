import type { Warning } from '#chains/model/decoded.ts';

const DAY = 86_400;
/** A session that outlasts a working day is worth a look; one of a month is a key of its own. */
const LONG = DAY;
const VERY_LONG = 30 * DAY;

/** A length of time in its largest whole unit: "90 days", "1 hour". */
export function durationWords(seconds: number): string {
  const units = [
    [DAY, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const;
  const [size, name] = units.find(([each]) => seconds % each === 0) ?? [1, 'second'];
  const count = seconds / size;
  return `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;
}

/** @param seconds how long a session is to last */
export function sessionLengthWarnings(seconds: number): Warning[] {
  if (seconds <= LONG) return [];
  const isVeryLong = seconds >= VERY_LONG;
  return [
    {
      code: isVeryLong ? 'SESSION_VERY_LONG' : 'SESSION_LONG',
      severity: isVeryLong ? 'danger' : 'caution',
      title: `The session lasts ${durationWords(seconds)}`,
      text: 'Whoever gets its key can use it until then. Most sessions need an hour, and none needs more than a day.',
    },
  ];
}
