import { expect, it } from 'vitest';
import { rowText } from '#renderer/features/activities/activity-search.ts';
import { matching } from '#renderer/ui/finding.tsx';
import { activityRows } from '../../fake-data.ts';

const PAID = '0x5E2fA1b2c3D4e5F60718293a4b5c6d7E8f9B7a6c';
const rows = activityRows.map((row, index) =>
  index === 0 ? { ...row, words: `${PAID} Acme GmbH Invoice 7` } : row,
);

it.each([PAID, PAID.slice(12, 24).toLowerCase(), 'acme gmbh', 'INVOICE 7'])(
  'keeps the row of %j',
  (words) => {
    expect(matching(rows, words, rowText).shown).toEqual([rows[0]]);
  },
);
