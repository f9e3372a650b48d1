import { describe, expect, it } from 'vitest';
import { readBaseUrl } from '#main/service-client/published.ts';

describe('the address of a hosted profile', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/kms/', 'https://api.example.com/kms'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('takes %s', (given, kept) => {
    expect(readBaseUrl(given)).toBe(kept);
  });

  it.each([
    'http://api.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
    'ftp://localhost',
    'https://user:password@api.example.com',
    'https://api.example.com/?key=1',
    'https://api.example.com/#top',
  ])('refuses %s', (given) => {
    expect(() => readBaseUrl(given)).toThrow('neither https nor on this machine');
  });
});
