import { expect, it } from 'vitest';
import { toUtf8 } from '#protocol/encoding.ts';
import { crc16 } from '#chains/addresses/encodings.ts';

it('has the check value of CRC-16/XMODEM', () => {
  expect(crc16(toUtf8('123456789'))).toBe(0x31c3);
  expect(crc16(new Uint8Array(0))).toBe(0);
});
