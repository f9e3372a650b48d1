import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Address, Digest } from '#renderer/ui/values.tsx';
import { formatCountdown } from '#renderer/format/time.ts';
import { Warnings } from '#renderer/ui/notes.tsx';

const text = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '');
const hex = fc.stringMatching(/^0x[0-9a-f]{0,80}$/);

test('an address is always shown whole', () => {
  fc.assert(
    fc.property(hex, (value) => {
      expect(text(renderToStaticMarkup(<Address value={value} />))).toBe(value);
    }),
  );
});

test('the groups of a digest put together are the digest', () => {
  fc.assert(
    fc.property(hex, fc.integer({ min: 1, max: 9 }), (value, size) => {
      // Once for screen readers, once in groups.
      expect(text(renderToStaticMarkup(<Digest value={value} size={size} />))).toBe(value + value);
    }),
  );
});

test('the gravest warning comes first', () => {
  const warning = (severity: 'notice' | 'caution' | 'danger') => ({
    code: severity,
    severity,
    title: severity,
    text: '.',
  });
  const markup = renderToStaticMarkup(
    <Warnings warnings={[warning('notice'), warning('danger'), warning('caution')]} />,
  );
  expect(text(markup)).toBe('danger.caution.notice.');
});

test.each([
  [0, '0:00'],
  [-5, '0:00'],
  [1, '0:01'],
  [59_001, '1:00'],
  [292_000, '4:52'],
])('%d ms are %s', (ms, shown) => {
  expect(formatCountdown(ms)).toBe(shown);
});
