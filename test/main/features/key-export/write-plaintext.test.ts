import { Decrypter, armor } from 'age-encryption';
import { Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { writeAgeFile, writeKeystore, writePlaintext } from '#main/features/key-export/write-plaintext.ts';
import { Secret } from '#protocol/secret.ts';

const KEY = '1f'.repeat(32);
const PASSPHRASE = 'correct horse battery staple';
const key = (): Secret => new Secret(new Uint8Array(Buffer.from(KEY, 'hex')));
const text = (value: string): Secret => new Secret(new TextEncoder().encode(value));

describe('writing a plaintext', () => {
  it('writes keys in their forms, words and secrets as they are, and any bytes as hex', () => {
    expect(writePlaintext(key(), 'HEXADECIMAL')).toBe(KEY);
    expect(writePlaintext(key(), 'BITCOIN_MAINNET_WIF')).toMatch(/^[KL]/);
    expect(writePlaintext(text('leaf lady'), 'MNEMONIC')).toBe('leaf lady');
    expect(writePlaintext(text('pä$$'), 'TEXT')).toBe('pä$$');
    expect(writePlaintext(text('pa'), 'HEXADECIMAL')).toBe('7061');
  });

  it('refuses bytes that are no text as text, and lengths that are no key as a key', () => {
    expect(() => writePlaintext(new Secret(Uint8Array.of(0xff, 0xfe)), 'TEXT')).toThrow('not UTF-8');
    expect(() => writePlaintext(text('short'), 'SOLANA')).toThrow('5 bytes');
  });

  it('makes an age file that age opens with the passphrase and with no other', async () => {
    const file = await writeAgeFile(KEY, PASSPHRASE, 8);
    expect(file).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----/);
    const open = (passphrase: string): Promise<string> => {
      const decrypter = new Decrypter();
      decrypter.addPassphrase(passphrase);
      return decrypter.decrypt(armor.decode(file), 'text');
    };
    expect(await open(PASSPHRASE)).toBe(KEY);
    await expect(open(`${PASSPHRASE}.`)).rejects.toThrow();
  });

  it('makes a keystore that ethers opens with the passphrase and with no other', async () => {
    const wallet = new Wallet(`0x${KEY}`);
    const file = await writeKeystore(key(), wallet.address, PASSPHRASE, 1 << 12);
    expect(file).not.toContain(KEY);
    const opened = await Wallet.fromEncryptedJson(file, PASSPHRASE);
    expect([opened.address, 'privateKey' in opened && opened.privateKey]).toEqual([
      wallet.address,
      `0x${KEY}`,
    ]);
    await expect(Wallet.fromEncryptedJson(file, 'another passphrase')).rejects.toThrow('password');
  });
});
