import { instruction, type Program } from './layout.ts';

/** Both versions of the memo program: the data is the text. */
export const memoProgram: Program = {
  name: 'Memo program',
  addresses: ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'],
  instructions: { '': instruction('memo.write', 'Memo', [], [['text', 'text']]) },
};
