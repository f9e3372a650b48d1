import { expect, it } from 'vitest';
import { issuersOf } from '#renderer/features/sessions/issuer-fields.tsx';

const at = (issuer: string, audience: string) => ({ issuer, audience });

it('offers each client of each issuer once, in the order in which they are known', () => {
  const issuers = issuersOf([
    at('https://b.example', 'desk'),
    at('https://a.example', 'desk'),
    at('https://b.example', 'desk'),
    at('https://b.example', 'phone'),
  ]);
  expect(issuers.map(({ issuer, clientId }) => [issuer, clientId])).toEqual([
    ['https://b.example', 'desk'],
    ['https://a.example', 'desk'],
    ['https://b.example', 'phone'],
  ]);
  expect(new Set(issuers.map(({ id }) => id)).size).toBe(3);
});
