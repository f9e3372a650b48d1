import { fromUtf8, sha256Hex, toHex } from '#protocol/encoding.ts';
import { type OfflineFile, type OfflineRequest, digestOfFile } from '#protocol/offline/offline-files.ts';
import type { OfflineCard } from '../features/offline/module.ts';
import type { CardText } from '../features/previews/module.ts';
import type { OperatorTerminal } from './terminal.ts';

/** A request and its card, as one line of JSON has it. */
export interface ShownRequest {
  readonly requestDigest: string;
  readonly previewDigest?: string;
  readonly operation: string;
  readonly organization: string;
  readonly credential: string;
  readonly service: string;
  readonly bodyDigest: string;
  readonly lapsesAt: string;
  readonly secondsLeft: number;
  readonly card: OfflineCard['card'];
}

/** What is told of a request: the card, for whom it is, and until when. */
export const shownRequest = (
  request: OfflineRequest,
  { card, requestDigest }: OfflineCard,
  nowMs: number,
): ShownRequest => ({
  requestDigest,
  operation: request.operation,
  organization: request.organization,
  credential: toHex(request.credential.publicKey),
  service: request.service.address,
  bodyDigest: sha256Hex(request.body),
  lapsesAt: new Date(request.lapses).toISOString(),
  secondsLeft: Math.max(0, Math.floor((request.lapses - nowMs) / 1000)),
  card,
});

/** Fewer characters than a small terminal shows, 80 by 24. */
const SCREEN = 1500;
const MARK = { danger: '!! ', caution: '!  ', notice: '-  ' } as const;

/** Prints a request's card, and whom it is for. */
export function sayRequest(terminal: OperatorTerminal, shown: ShownRequest): void {
  sayCard(terminal, shown.card, [
    { label: 'For the organization', value: shown.organization },
    { label: 'For the service', value: shown.service === '' ? 'on one computer' : shown.service },
    { label: 'For the credential', value: shown.credential },
    { label: 'Body (SHA-256)', value: shown.bodyDigest },
    { label: 'Request file', value: shown.requestDigest },
    { label: 'Lapses', value: shown.lapsesAt, note: leftOf(shown.secondsLeft) },
  ]);
}

/**
 * Prints a card. Every line begins with a mark of ours: a name in the file begins none.
 * @param own what keyops itself says, which has a mark of its own: a fact's label may come out of the request, with a descriptor
 */
export function sayCard(terminal: OperatorTerminal, card: CardText, own: CardText['facts']): void {
  const sayFirst = (): void => {
    for (const { severity, title, text } of card.warnings)
      terminal.say(`${MARK[severity]}${severity.toUpperCase()}: ${title}. ${text}`);
    terminal.say(`>  ${card.sentence}`);
  };
  sayFirst();
  terminal.say('');
  const lines = [...card.facts.map(rowOf('   ')), ...own.map(rowOf('=  '))];
  for (const line of lines) terminal.say(line);
  if (lines.join('').length <= SCREEN) return;
  // What a file can push off the screen stands right before the question, too.
  terminal.say('');
  sayFirst();
}

/** The question before a stamp, and the word that answers it: a longer one where there is something to be warned of. */
export const questionFor = (
  { needsConfirmation }: Pick<CardText, 'needsConfirmation'>,
  digest: string,
): [question: string, word: string] =>
  needsConfirmation
    ? ['Read the warnings. Stamping it does all of that.', `approve ${digest.slice(0, 6)}`]
    : ['Approve this request?', 'approve'];

const rowOf =
  (mark: string) =>
  ({ label, value, note }: CardText['facts'][number]): string =>
    `${mark}${label}: ${value}${note === undefined ? '' : ` (${note})`}`;

/** How long that is, in words. */
export const leftOf = (seconds: number): string =>
  seconds === 0
    ? 'lapsed'
    : `${Math.floor(seconds / 60)} min ${seconds % 60} s left by this computer’s clock`;

/** What a stamp or an answer says, for people. */
export function describeFile(file: OfflineFile): Record<string, string | number> {
  const digest = toHex(digestOfFile(file));
  switch (file.format) {
    case 'keyops-request':
      return { format: file.format, digest, operation: file.operation, body: sha256Hex(file.body) };
    case 'keyops-stamp':
      return {
        ...{ format: file.format, digest, request: toHex(file.request), body: toHex(file.body) },
        ...{ header: file.header, value: file.value },
      };
    case 'keyops-answer':
      return {
        ...{ format: file.format, digest, request: toHex(file.request), body: toHex(file.body) },
        ...{
          status: file.status,
          received: new Date(file.received).toISOString(),
          bytes: file.answer.length,
        },
        answer: textOrHex(file.answer),
      };
  }
}

const textOrHex = (bytes: Uint8Array): string => {
  try {
    return fromUtf8(bytes);
  } catch {
    return toHex(bytes);
  }
};
