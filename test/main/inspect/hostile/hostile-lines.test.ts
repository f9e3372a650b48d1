import { describe, expect, it } from 'vitest';
import { cardOf, dangersOf } from '../cards.ts';
import { CHAIN_LINES } from './chain-lines.ts';
import { DESCRIBED_LINES, turnedWriting } from './descriptor-lines.ts';
import { ETHEREUM_LINES } from './ethereum-lines.ts';
import { type Hostile, OURS } from './line.ts';
import { TYPED_LINES } from './typed-lines.ts';

const wordsOf = ({ sentence, warnings }: Awaited<ReturnType<typeof cardOf>>): string =>
  [sentence, ...warnings.map(({ title, text }) => `${title} ${text}`)].join('\n');

function expectTold({ names, stops }: Hostile, card: Awaited<ReturnType<typeof cardOf>>): void {
  expect(card.refused).toBeUndefined();
  for (const each of names)
    expect(wordsOf(card)).toMatch(each instanceof RegExp ? each : new RegExp(escaped(each), 'i'));
  if (stops.length === 0) return;
  expect(dangersOf(card).filter((code) => stops.includes(code))).not.toEqual([]);
  expect(card.needsConfirmation).toBe(true);
}
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('an attentive operator is told', () => {
  it.each([...ETHEREUM_LINES, ...TYPED_LINES, ...CHAIN_LINES])('attack: $name', async (line) => {
    expectTold(line, await cardOf({ ...line.request, ours: OURS }));
  });

  it.each([...ETHEREUM_LINES, ...TYPED_LINES, ...CHAIN_LINES])('attack, in a batch: $name', async (line) => {
    const [first] = ETHEREUM_LINES;
    const requests = [line.request, ...(first === undefined ? [] : [first.request])];
    const card = await cardOf({ requests, ours: OURS });
    expect(card.refused).toBeUndefined();
    const words = `${wordsOf(card)}\n${JSON.stringify(card.facts)}`;
    for (const each of line.names)
      expect(words).toMatch(each instanceof RegExp ? each : new RegExp(escaped(each), 'i'));
    if (line.stops.length > 0)
      expect(dangersOf(card).filter((code) => line.stops.includes(code))).not.toEqual([]);
  });

  it.each(DESCRIBED_LINES)('attack: $name', async (line) => {
    const card = await cardOf({ ...line.request, ours: OURS }, line.interfaces());
    expectTold(line, card);
    // Whatever the words are: the stranger is on the card in full, and the words say whose they are.
    expect(JSON.stringify(card.facts)).toContain('0x1bD939EcF56eD246C5F5c0191E690D59A2806122');
  });

  it('attack: a descriptor’s labels pass for rows of this console', async () => {
    const [line] = DESCRIBED_LINES;
    if (line === undefined) throw new Error('There is no line.');
    const card = await cardOf({ ...line.request, ours: OURS }, line.interfaces());
    expect(card.facts.find(({ label }) => label === 'You receive')?.note).toContain(
      'named by the descriptor',
    );
    expect(card.sentence).toMatch(/^“Receive 900,000 USDC” on 0x/);
  });

  it('attack: a descriptor whose words turn the writing is refused', () => {
    expect(turnedWriting).toThrow(/cannot be seen/);
  });
});
