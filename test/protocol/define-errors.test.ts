import { describe, expect, test } from 'vitest';
import { defineErrors, errorOf, errorText } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';

const error = defineErrors({
  BUSY: ['Another request is under review.', 'Approve or cancel that one first.'],
  TOO_LONG: ['The {what} has {length} bytes.', 'Shorten the {what}.'],
  MALFORMED: {
    json: ['It is not {"json"}.', 'Correct it.'],
    pem: ['Byte {at} is not PEM.', 'Copy it again.'],
  },
});

describe('an error out of a registry', () => {
  test('has the code and texts of its row', () => {
    const made = error('BUSY');
    expect(made).toBeInstanceOf(AppError);
    expect(errorText(made)).toEqual({
      code: 'BUSY',
      message: 'Another request is under review.',
      remedy: 'Approve or cancel that one first.',
    });
  });

  test('has what is given in the place of its names, in message and remedy', () => {
    const cause = new Error('below');
    const made = error('TOO_LONG', { what: 'key', length: 33n, cause });
    expect(made).toMatchObject({ message: 'The key has 33 bytes.', remedy: 'Shorten the key.', cause });
  });

  test('puts what is given in as it is, and reads no names in it', () => {
    expect(error('TOO_LONG', { what: '{length} $& $1', length: 1 }).message).toBe(
      'The {length} $& $1 has 1 bytes.',
    );
  });

  test('has the code alone where it is one situation of several', () => {
    expect(error('MALFORMED.pem', { at: 4 })).toMatchObject({
      code: 'MALFORMED',
      message: 'Byte 4 is not PEM.',
    });
    expect(error('MALFORMED.json').message).toBe('It is not {"json"}.');
  });

  test('does not compile without its row, its situation or its names', () => {
    // @ts-expect-error no such row
    expect(() => error('BUSIER')).toThrow('No error is registered as BUSIER.');
    // @ts-expect-error the code has situations
    expect(() => error('MALFORMED')).toThrow('No error is registered as MALFORMED.');
    // @ts-expect-error `length` is not given
    expect(error('TOO_LONG', { what: 'key' }).code).toBe('TOO_LONG');
  });

  test('is made as its registry says, with what it needs besides', () => {
    class Refusal extends AppError {
      readonly delivery: string;
      constructor(text: { code: string; message: string; remedy: string }, delivery: string) {
        super(text.code, text.message, text.remedy);
        this.delivery = delivery;
      }
    }
    const refusal = defineErrors(
      { GONE: ['The service at {host} is gone.', 'Start it.'] },
      (text, { delivery }: { delivery: string }) => new Refusal(text, delivery),
    );
    const made = refusal('GONE', { host: 'localhost', delivery: 'uncertain' });
    expect(made).toBeInstanceOf(Refusal);
    expect(made).toMatchObject({ message: 'The service at localhost is gone.', delivery: 'uncertain' });
  });

  test('can be told again in other words', () => {
    const told = errorOf({ ...errorText(error('BUSY')), message: 'The condition: busy.' });
    expect(told).toMatchObject({
      code: 'BUSY',
      message: 'The condition: busy.',
      remedy: 'Approve or cancel that one first.',
    });
  });
});
