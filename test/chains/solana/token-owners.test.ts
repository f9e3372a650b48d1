// Whose a token account is: by derivation from an owner who is known, and from nothing else.
import { PublicKey } from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import { recipientsOf } from '#chains/model/recipients.ts';
import type { DecodeContext } from '#chains/model/chain.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { readSolana } from '#chains/solana/read-solana.ts';
import { listSolanaTokens } from '#chains/solana/tokens.ts';
import { OTHER } from '#test/chains/ethereum/unsigned.ts';
import {
  PAYER,
  TOKEN_2022,
  USDC,
  accountOf,
  initialise,
  keyOf,
  makeAccount,
  sendChecked,
  sendPlain,
  unsignedOf,
} from './token-payments.ts';

const [contact, attacker, fresh, ownMint] = [keyOf(2), keyOf(3), keyOf(4), keyOf(5)];
const names = (...keys: readonly PublicKey[]): string[] => keys.map((key) => key.toBase58());
const contacts = [OTHER, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', ...names(contact)];
type Instructions = Parameters<typeof unsignedOf>;
const read = (instructions: Instructions, known: DecodeContext = { contacts }) =>
  readSolana(unsignedOf(...instructions), { address: PAYER.toBase58() }, known);
const paid = (instructions: Instructions, known?: DecodeContext): string[] =>
  recipientsOf(read(instructions, known));

describe('a payment to a token account that is there', () => {
  test.each<[string, Instructions]>([
    ['of the first token program', [sendChecked(accountOf(contact))]],
    ['of Token-2022', [sendChecked(accountOf(contact, USDC, TOKEN_2022), USDC, TOKEN_2022)]],
    ['of a token in no list', [sendChecked(accountOf(contact, ownMint), ownMint)]],
    ['by the older transfer, from the default account of a usual token', [sendPlain(accountOf(contact))]],
  ])('%s is a payment to the contact whose default account it is', (_, instructions) => {
    const reading = read(instructions);
    expect(recipientsOf(reading)).toEqual(names(contact));
    expect(sentenceText(reading.sentence)).toContain(` to ${contact.toBase58()} at the token account `);
    expect(reading.warnings.map(({ code }) => code)).not.toContain('OWNER_UNKNOWN');
    expect(recipientsOf(read(instructions, {}))).not.toContain(contact.toBase58());
  });

  test('an address of our own comes first, and is no stranger', () => {
    const known = { ownAddresses: names(contact), contacts };
    const { totals } = read([sendChecked(accountOf(contact))], known);
    expect(totals?.assets[0]).toMatchObject({ out: '1500000', in: '1500000' });
  });

  test.each<[string, PublicKey, Instructions]>([
    ['an account of another mint', accountOf(contact, ownMint), [sendChecked(accountOf(contact, ownMint))]],
    [
      'an account of the other program',
      accountOf(contact, USDC, TOKEN_2022),
      [sendChecked(accountOf(contact, USDC, TOKEN_2022))],
    ],
    ['an account of somebody else', accountOf(attacker), [sendChecked(accountOf(attacker))]],
    [
      'a plain transfer of a token that nothing names',
      accountOf(contact, ownMint),
      [sendPlain(accountOf(contact, ownMint), accountOf(PAYER, ownMint))],
    ],
    [
      'a plain transfer from an account that is no default one',
      accountOf(contact),
      [sendPlain(accountOf(contact), fresh)],
    ],
  ])('attack: %s is nobody’s', (_, account, instructions) => {
    expect(paid(instructions)).toEqual(names(account));
  });

  test('attack: the bytes call the attacker’s account the contact’s default one', () => {
    const made = makeAccount(fresh, contact);
    expect(paid([made, sendChecked(fresh)])).toEqual(names(fresh));
    expect(paid([makeAccount(accountOf(attacker), contact), sendChecked(accountOf(attacker))])).toEqual(
      names(accountOf(attacker)),
    );
    expect(paid([makeAccount(accountOf(contact), contact), sendChecked(accountOf(contact))], {})).toEqual(
      names(contact),
    );
  });

  test('attack: an account that is given to the contact once it was paid and emptied', () => {
    expect(paid([sendChecked(fresh), initialise(fresh, contact)])).toContain(fresh.toBase58());
    expect(paid([sendChecked(fresh), initialise(fresh, contact)])).not.toContain(contact.toBase58());
    expect(paid([initialise(fresh, contact), sendChecked(fresh)])).toEqual(names(contact));
  });

  test('a contact whose address only looks like Solana’s is left out', () => {
    const known = { contacts: ['3'.repeat(32), ...contacts] };
    expect(paid([sendChecked(accountOf(contact))], known)).toEqual(names(contact));
  });
});

describe('transactions of a list', () => {
  test('name the contacts of listed tokens, and derive nothing for others', () => {
    const known = { contacts: [...contacts], isListed: true };
    expect(paid([sendChecked(accountOf(contact))], known)).toEqual(names(contact));
    expect(paid([sendChecked(accountOf(contact, ownMint), ownMint)], known)).toEqual(
      names(accountOf(contact, ownMint)),
    );
  });

  test('attack: a list full of ever other mints has accounts derived for a few tokens alone', () => {
    const many = Array.from({ length: 600 }, (_, at) => keyOf(1000 + at).toBase58());
    const known = { contacts: [...many, ...names(contact)], isListed: true };
    // Mints in no list use up nothing.
    for (let at = 0; at < 10; at += 1) paid([sendChecked(fresh, keyOf(5000 + at))], known);
    const listed = listSolanaTokens().slice(0, 10);
    const named = listed.filter(({ mint }) => {
      const token = new PublicKey(mint);
      return paid([sendChecked(accountOf(contact, token), token)], known).includes(contact.toBase58());
    });
    expect(named).toEqual(listed.slice(0, 6));
    // A preview compares all contacts, whatever was listed before.
    const [last] = listed.slice(-1).map(({ mint }) => new PublicKey(mint));
    expect(paid([sendChecked(accountOf(contact, last), last)], { contacts: known.contacts })).toEqual(
      names(contact),
    );
  });
});
