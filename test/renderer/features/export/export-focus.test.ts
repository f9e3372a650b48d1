import { expect, it } from 'vitest';
import { exportFocus, readExportFocus } from '#renderer/features/export/export-focus.ts';

it('opens the export at a kind, and with one of it chosen', () => {
  expect(readExportFocus(exportFocus('wallet', 'w-1'))).toEqual({ kind: 'wallet', id: 'w-1' });
  expect(readExportFocus('walletAccount')).toEqual({ kind: 'walletAccount', id: null });
});

it.each([null, '', 'toString', 'nothing of the kind'])('opens at private keys for %j', (focus) => {
  expect(readExportFocus(focus)).toEqual({ kind: 'privateKey', id: null });
});
