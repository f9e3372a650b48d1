import { beforeEach, describe, expect, it } from 'vitest';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import {
  beginWith,
  MAX_TEXT,
  openTransactionFile,
  prepareAgain,
  prepareSigning,
  readAgain,
  readEntered,
  setChain,
  setSigner,
  setTransaction,
  setTransactionFile,
  signingFlow,
  startOver,
  useSigning,
} from '#renderer/features/signing/signing-store.ts';
import { FakeConsole } from '../../fake-console.ts';
import { preview, privateKeys, reading } from '../../fake-data.ts';

const KEY = privateKeys[0]?.privateKeyId ?? '';
const ME = 'local 02aa';
let fake: FakeConsole;
const named = (name: string) => fake.calls.filter((call) => call.name === name);

beforeEach(() => {
  // A preview that another file's tests left is put away at a console of its own.
  replaceConsole(connect(new FakeConsole().exposed()));
  startOver();
  fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
  useSigning.setState({ signWith: null, type: 'TRANSACTION_TYPE_ETHEREUM' });
});

/** A file whose content is there once the test reads it. */
function slowFile(content: string): { file: File; read: () => void } {
  let read: () => void = () => undefined;
  const bytes = new Promise<ArrayBuffer>((resolve) => {
    read = () => resolve(new TextEncoder().encode(content).buffer);
  });
  const file = new File([content], 'slow.txt');
  file.arrayBuffer = () => bytes;
  return { file, read: () => read() };
}

const typeAndRead = async (text: string): Promise<void> => {
  setTransaction(text);
  await readEntered();
};

describe('a preview beside the input', () => {
  it.each([
    ['another key is chosen', () => setSigner('another')],
    ['the key is gone', () => useSigning.setState({ signWith: null })],
    ['the text changes', () => useSigning.setState({ text: '02f9' })],
    ['the chain changes', () => useSigning.setState({ type: 'TRANSACTION_TYPE_TRON' })],
  ])('goes in the moment that %s', async (_when, change) => {
    setSigner(KEY);
    await typeAndRead('02f8');
    await prepareSigning(ME);
    expect(signingFlow.useFlow.getState().stage).toBe('ready');
    change();
    expect(signingFlow.useFlow.getState()).toEqual({ stage: 'idle' });
    expect(named('requests.discard').map(({ input }) => input)).toEqual([{ previewId: preview.id }]);
  });

  it('is never one that was asked for before the input changed', async () => {
    let answer: () => void = () => undefined;
    fake.overrides.set('requests.prepare', () => new Promise((resolve) => (answer = () => resolve(preview))));
    setSigner(KEY);
    await typeAndRead('02f8');
    const prepared = prepareSigning(ME);
    setSigner('another');
    answer();
    await prepared;
    expect(signingFlow.useFlow.getState()).toEqual({ stage: 'idle' });
  });
});

describe('what goes in', () => {
  it('is read and prepared with the chosen key', async () => {
    setSigner(KEY);
    await typeAndRead(' 0x02f8 ');
    await prepareSigning(ME);
    expect(useSigning.getState().reading).toMatchObject({ state: 'read', bytes: 176 });
    expect(signingFlow.useFlow.getState()).toMatchObject({ stage: 'ready', preview: { id: preview.id } });
    expect(named('requests.prepare').map((call) => call.input)).toEqual([
      {
        operation: 'sign_transaction',
        parameters: { signWith: KEY, unsignedTransaction: '0x02f8', type: 'TRANSACTION_TYPE_ETHEREUM' },
      },
    ]);
  });

  it('typed data is offered as such: it is not read as a transaction, whatever chain is chosen', async () => {
    setSigner(KEY);
    setTransaction(
      '{"types":{"Permit":[]},"primaryType":"Permit","domain":{"name":"USD\u202E Coin"},"message":{}}',
    );
    await setChain('TRANSACTION_TYPE_SOLANA');
    await readEntered();
    await prepareSigning(ME);
    expect(useSigning.getState()).toMatchObject({
      type: 'TRANSACTION_TYPE_ETHEREUM',
      reading: {
        state: 'typedData',
        typedData: { primaryType: 'Permit', domain: 'USD[U+202E] Coin' },
      },
    });
    expect(named('requests.read').concat(named('requests.prepare'))).toEqual([]);
    setTransaction('{"types":{},"message":{}}');
    expect(useSigning.getState().reading.state).toBe('reading');
  });

  it('waits for a key', async () => {
    await typeAndRead('02f8');
    await prepareSigning(ME);
    expect(named('requests.prepare')).toEqual([]);
  });

  it('is prepared once for the same input, and anew for another credential', async () => {
    setSigner(KEY);
    await typeAndRead('02f8');
    await prepareSigning(ME);
    await prepareSigning(ME);
    expect(named('requests.prepare')).toHaveLength(1);
    await prepareSigning('local 03bb');
    expect(named('requests.prepare')).toHaveLength(2);
  });

  it('is prepared again on demand, after a preview ran out', async () => {
    setSigner(KEY);
    await typeAndRead('02f8');
    await prepareSigning(ME);
    await prepareAgain(ME);
    expect(named('requests.prepare')).toHaveLength(2);
  });

  it('is read and prepared anew when the contracts that are known have changed', async () => {
    setSigner(KEY);
    setTransactionFile({ name: 'a.txt', reading: { ok: true, text: '02f8' } });
    await readEntered();
    await prepareSigning(ME);
    readAgain();
    expect(signingFlow.useFlow.getState().stage).toBe('idle');
    expect(useSigning.getState()).toMatchObject({ text: '02f8', fileName: 'a.txt', signWith: KEY });
    await readEntered();
    await prepareSigning(ME);
    expect([named('requests.read').length, named('requests.prepare').length]).toEqual([2, 2]);
    await signingFlow.review();
    readAgain();
    expect(signingFlow.useFlow.getState().stage).toBe('ended');
  });

  it('does not push a result aside when another credential is chosen', async () => {
    setSigner(KEY);
    await typeAndRead('02f8');
    await prepareSigning(ME);
    await signingFlow.review();
    await prepareSigning('local 03bb');
    expect(signingFlow.useFlow.getState().stage).toBe('ended');
    await prepareAgain('local 03bb');
    expect(signingFlow.useFlow.getState().stage).toBe('ready');
  });

  it('shows what is wrong, and is not prepared', async () => {
    fake.overrides.set('requests.read', () =>
      Promise.resolve({
        ok: false,
        code: 'TX_EMPTY',
        message: 'Byte 3 is missing.',
        remedy: 'Paste all of it.',
      }),
    );
    setSigner(KEY);
    await typeAndRead('02f8');
    await prepareSigning(ME);
    expect(useSigning.getState().reading).toEqual({
      state: 'unreadable',
      error: { message: 'Byte 3 is missing.', remedy: 'Paste all of it.' },
      bytes: 2,
    });
    expect(named('requests.prepare')).toEqual([]);
  });

  it('a message is offered as one, exactly as it was typed, and is read as no transaction', async () => {
    setSigner(KEY);
    await typeAndRead(' Hello, \u00fc\n');
    await prepareSigning(ME);
    const said = Buffer.from('\x19Ethereum Signed Message:\n11 Hello, \u00fc\n').toString('hex');
    expect(useSigning.getState()).toMatchObject({
      text: ' Hello, \u00fc\n',
      reading: { state: 'message', personal: said },
    });
    expect(named('requests.read').concat(named('requests.prepare'))).toEqual([]);
  });

  it('attack: a recovery phrase in the field leaves the window’s memory, and goes nowhere', async () => {
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    await typeAndRead(phrase);
    expect(JSON.stringify(useSigning.getState())).not.toContain('sausage');
    expect(useSigning.getState()).toMatchObject({
      text: '',
      reading: {
        state: 'unreadable',
        error: { message: expect.stringContaining('a recovery phrase') as string },
      },
    });
    expect(JSON.stringify(fake.calls)).not.toContain('sausage');
  });

  it('JSON of a transaction that is not whole says what is missing', async () => {
    await typeAndRead('{"chainId":1,"gas":"0x5208"}');
    expect(useSigning.getState().reading).toMatchObject({
      state: 'unreadable',
      error: { message: 'The JSON of this transaction has no nonce, gasPrice, to.' },
    });
    expect(named('requests.read')).toEqual([]);
  });

  it('is read for the chain that it is of, and prepared for that', async () => {
    const types: unknown[] = [];
    fake.overrides.set('requests.read', (input) => {
      const { type } = input as { type: string };
      types.push(type);
      return Promise.resolve(
        type === 'TRANSACTION_TYPE_SOLANA'
          ? { ok: true, reading: { ...reading, chain: 'solana', network: 'Solana' }, bytes: 215 }
          : { ok: false, code: 'TX', message: 'No Ethereum.', remedy: '' },
      );
    });
    setSigner(KEY);
    await typeAndRead('0100');
    await prepareSigning(ME);
    expect(types).toEqual(['TRANSACTION_TYPE_ETHEREUM', 'TRANSACTION_TYPE_SOLANA']);
    expect(named('requests.prepare')[0]?.input).toMatchObject({
      parameters: { type: 'TRANSACTION_TYPE_SOLANA' },
    });
    // A chain that is chosen is read alone, and says what is wrong with it.
    await setChain('TRANSACTION_TYPE_ETHEREUM');
    expect(useSigning.getState()).toMatchObject({
      type: 'TRANSACTION_TYPE_ETHEREUM',
      signWith: null,
      reading: { state: 'unreadable', error: { message: 'No Ethereum.' } },
    });
  });

  it('makes room for what another key is to sign when a result stands there', async () => {
    setSigner(KEY);
    await typeAndRead('02f8');
    await prepareSigning(ME);
    await signingFlow.review();
    expect(signingFlow.useFlow.getState().stage).toBe('ended');
    beginWith('0xAB');
    expect(useSigning.getState()).toMatchObject({ text: '', signWith: '0xAB', reading: { state: 'empty' } });
    expect(signingFlow.useFlow.getState()).toEqual({ stage: 'idle' });
  });

  it('keeps what is being written when a key is chosen for it', async () => {
    await typeAndRead('02f8');
    beginWith('0xAB');
    expect(useSigning.getState()).toMatchObject({ text: '02f8', signWith: '0xAB' });
  });

  it('drops the preview of other bytes as soon as something is typed', async () => {
    setSigner(KEY);
    await typeAndRead('02f8');
    await prepareSigning(ME);
    setTransaction('02f9');
    expect(signingFlow.useFlow.getState()).toEqual({ stage: 'idle' });
    expect(named('requests.discard').map((call) => call.input)).toEqual([{ previewId: preview.id }]);
  });

  it('ignores the reading of bytes that are no longer there', async () => {
    let answer: (value: unknown) => void = () => undefined;
    fake.overrides.set('requests.read', () => new Promise((resolve) => (answer = resolve)));
    setTransaction('02f8');
    const first = readEntered();
    setTransaction('');
    answer({ ok: true, reading, bytes: 2 });
    await first;
    expect(useSigning.getState().reading).toEqual({ state: 'empty' });
  });

  it('does not hold 10 MB of junk', () => {
    setTransaction('z'.repeat(10_000_000));
    const { text, reading: state } = useSigning.getState();
    expect(text).toBe('');
    expect(state).toMatchObject({ state: 'unreadable' });
    expect(MAX_TEXT).toBeLessThan(4_000_000);
  });

  it('takes a file, or says why it will not do', () => {
    setTransactionFile({ name: 'a.txt', reading: { ok: true, text: '02f8' } });
    expect(useSigning.getState()).toMatchObject({
      text: '02f8',
      fileName: 'a.txt',
      reading: { state: 'reading' },
    });
    setTransactionFile({
      name: 'b.txt',
      reading: { ok: false, message: 'b.txt is empty.', remedy: 'Choose another.' },
    });
    expect(useSigning.getState()).toMatchObject({ text: '', reading: { state: 'unreadable' } });
  });

  it('attack: a file that is read slowly takes the place of nothing that was put in since', async () => {
    const { file, read } = slowFile('02f8');
    const opened = openTransactionFile(file);
    setTransaction('02f9');
    read();
    await opened;
    expect(useSigning.getState()).toMatchObject({ text: '02f9', fileName: null });
  });

  it('attack: a file that is read slowly changes nothing that is approved, or has ended, since', async () => {
    setSigner(KEY);
    await typeAndRead('02f9');
    await prepareSigning(ME);
    let decide: () => void = () => undefined;
    fake.overrides.set(
      'requests.review',
      () => new Promise((resolve) => (decide = () => resolve({ state: 'denied' }))),
    );
    const [first, second] = [slowFile('02f8'), slowFile('02f7')];
    const opened = openTransactionFile(first.file);
    const reviewed = signingFlow.review();
    first.read();
    await opened;
    expect(useSigning.getState().text).toBe('02f9');
    const late = openTransactionFile(second.file);
    decide();
    await reviewed;
    second.read();
    await late;
    expect(useSigning.getState().text).toBe('02f9');
  });

  it('takes a file after a result, and the file that was chosen last', async () => {
    signingFlow.useFlow.setState({ stage: 'ended', preview: null, outcome: { state: 'denied' } }, true);
    const [first, second] = [slowFile('02f8'), slowFile('02f7')];
    const opened = [openTransactionFile(first.file), openTransactionFile(second.file)];
    second.read();
    first.read();
    await Promise.all(opened);
    expect(useSigning.getState()).toMatchObject({ text: '02f7', fileName: 'slow.txt' });
  });
});
