import type { LastNonce, PaymentNodeRemark } from '#preload/contract/transfers.ts';

const LAST_NONCE: Readonly<Record<LastNonce['from'], (last: string) => string>> = {
  here: (last) => `Last signed here: ${last}`,
  organization: (last) => `Last signed in the organization: ${last}`,
  waiting: (last) => `${last} waits for approval`,
};

/** The words of payments by form. */
export const PAYMENT_TEXT = {
  title: 'Payment',
  chain: 'Chain',
  network: 'Network',
  from: 'From',
  chooseKey: 'Choose a key',
  loadingKeys: 'Loading keys',
  noKey: 'No key for this chain yet',
  createKey: 'Create private key',
  contact: 'Contact',
  noContact: 'An address that I enter',
  to: 'Recipient address',
  asset: 'Asset',
  amount: 'Amount',
  decimals: (symbol: string, count: number): string =>
    count === 1 ? `in ${symbol}, up to 1 decimal` : `in ${symbol}, up to ${count} decimals`,
  fee: 'Fee',
  lastNonce: (from: LastNonce['from'], last: string, next: string): string =>
    `${LAST_NONCE[from](last)}. The next would be ${next}, if nothing else was sent from this account.`,
  noncesApart: (apart: readonly string[]): string =>
    `Also waiting for approval, and not counted because numbers before are missing: ${apart.join(', ')}.`,
  notAllNonces: 'Not all requests of the organization were looked through.',
  takeNonce: (next: string): string => `Use ${next}`,
  note: 'Nothing is signed until you approve.',
  emptyTitle: 'No payment yet',
  empty: 'The preview is made from the finished transaction, as soon as the form says all of it.',
  missing: 'Still needed',
  fromOffline: 'The address that pays, whole. An offline console can’t ask for the list.',
  another: 'Send another payment',
  known: {
    choose: 'Fill in from a file…',
    taken: (labels: readonly string[]): string => `Filled in from the file: ${labels.join(', ')}`,
    takenWhy: 'Nobody checked them. The preview is made from them.',
    tooLarge: 'The file is larger than 1 MB.',
    unreadable: 'The file can’t be read.',
    another: 'Choose a file with a node’s answer.',
  },
  node: {
    ask: 'Ask the node',
    asking: (host: string): string => `Asking ${host}`,
    taken: (host: string, time: string, labels: readonly string[]): string =>
      `Filled in by ${host} at ${time}: ${labels.join(', ')}`,
    notTaken: (host: string, time: string): string => `${host} answered at ${time}. Nothing was filled in.`,
    takenWhy: 'It is the node’s word. The preview is made from it. What you entered stays as it is.',
    mark: (host: string, time: string): string => `From ${host}, ${time}.`,
    remark: (remark: PaymentNodeRemark, labelOf: (field: string) => string): string => {
      switch (remark.kind) {
        case 'tooHigh':
          return `${labelOf(remark.field)}: the node says ${remark.said}. More than ${remark.most} isn’t filled in: enter it if it is right.`;
        case 'unanswered':
          return `${labelOf(remark.field)}: the node didn’t say it.`;
        case 'unconfirmed':
          return remark.count === 1
            ? '1 coin isn’t in a block yet and is left out.'
            : `${remark.count.toLocaleString('en')} coins aren’t in a block yet and are left out.`;
        case 'noCoins':
          return 'The node knows no coins of this address that are in a block.';
        case 'tooMuch':
          return `${labelOf(remark.field)}: too much to ask a node for at once. Enter it from another source.`;
        case 'nonceBehind':
          return `The node says nonce ${remark.said}. ${LAST_NONCE[remark.from](remark.last)}, so the number after that was taken.`;
        case 'nonceAhead':
          return `The node says nonce ${remark.said}; from here it would be ${remark.next}. Something else was sent from this account, or the node is wrong.`;
      }
    },
  },
  code: {
    choose: 'Recipient from a QR picture…',
    camera: 'Scan QR code',
    more: 'Only the address was taken',
    moreWhy: 'The code also asks for an amount, an asset or a network. Enter what you mean to pay.',
    refused: {
      call: [
        'This code asks for a call of a contract, not for a payment to an address.',
        'Enter the recipient’s address, or sign the call under Sign.',
      ],
      none: ['This code has no address that can be paid here.', 'Enter the address.'],
    },
  },
  way: { label: 'How to pay', one: 'One payment', file: 'From a file' },
  file: {
    title: 'Payments from a file',
    label: 'CSV file',
    placeholder: 'The path of the file',
    help: 'Its first line names the columns. Recipients are addresses or names of contacts.',
    read: 'Read columns',
    readAgain: 'Read file again',
    template: 'Save template',
    templateSaved: 'Template saved',
    columns: { to: 'Recipient', amount: 'Amount', asset: 'Asset', reference: 'Reference' },
    choose: 'Choose a column',
    noColumn: { asset: 'One asset for all lines', reference: 'No references' },
    note: 'Nothing is signed until you approve the batch.',
    review: (lines: number): string =>
      `Review ${lines.toLocaleString('en')} ${lines === 1 ? 'payment' : 'payments'}`,
    totals: 'Totals',
    ofRows: (paid: number, all: number): string =>
      `${paid.toLocaleString('en')} of ${all.toLocaleString('en')} ${all === 1 ? 'row' : 'rows'}`,
    payments: (count: number): string =>
      `${count.toLocaleString('en')} ${count === 1 ? 'payment' : 'payments'}`,
    maxFee: 'Max fee',
    nonces: 'Nonces',
    nonceRange: (first: string, last: string): string => (first === last ? first : `${first} to ${last}`),
    rows: (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`,
    filter: 'Which rows are shown',
    filters: {
      all: 'All',
      wrong: (count: number): string => `Errors ${count.toLocaleString('en')}`,
      alike: (count: number): string => `Look-alikes ${count.toLocaleString('en')}`,
      again: (count: number): string => `Repeats ${count.toLocaleString('en')}`,
      new: (count: number): string => `New ${count.toLocaleString('en')}`,
    },
    lines: (lines: readonly number[], count: number): string => {
      const named = lines.slice(0, 6).map((line) => line.toLocaleString('en'));
      const more = count - named.length;
      const last = more > 0 ? `${more.toLocaleString('en')} more` : named.pop();
      return named.length === 0 ? `Line ${last ?? ''}.` : `Lines ${named.join(', ')} and ${last ?? ''}.`;
    },
    alike: (count: number): string =>
      count === 1 ? '1 look-alike address' : `${count.toLocaleString('en')} look-alike addresses`,
    compare: 'Only the first and last characters are those of another address. Compare them in full.',
    again: (count: number): string =>
      count === 1 ? '1 repeated payment' : `${count.toLocaleString('en')} repeated payments`,
    paidAgain: 'Each is paid. Remove those that are meant once.',
    samePayment: (line: number): string => `Same recipient and amount as line ${line.toLocaleString('en')}`,
    firstTime: (count: number): string =>
      count === 1 ? '1 first-time recipient' : `${count.toLocaleString('en')} first payments`,
    confirm: 'Confirm each address with its owner another way.',
    firstPayment: 'First payment to this address',
    resembles: ({ name, line }: { readonly name: string | null; readonly line: number | null }): string =>
      name !== null
        ? `Resembles ${name}; the middle differs from`
        : line !== null
          ? `Resembles line ${line.toLocaleString('en')}; the middle differs from`
          : 'Resembles an address that was paid before; the middle differs from',
    shown: (shown: string, all: string): string => `${shown} of ${all} rows, problems first`,
    preview: 'The file',
    line: 'Line',
    noTitle: (place: number): string => `Column ${place}`,
    emptyTitle: 'No file yet',
    empty:
      'Choose a file to see its columns. The lines become a batch, which you look through and approve once.',
    wrong: (count: number): string =>
      `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'} can’t be paid`,
    correct: 'Correct them in the file, then read it again. Or leave them out: then nobody is paid by them.',
    leaveOut: (count: number): string =>
      `Leave out ${count.toLocaleString('en')} wrong ${count === 1 ? 'row' : 'rows'}`,
    leftOut: (count: number): string =>
      `${count.toLocaleString('en')} wrong ${count === 1 ? 'row' : 'rows'} left out`,
    leftOutWhy: 'They aren’t paid. The approval and the journal say so.',
    keepIn: 'Don’t leave them out',
    saveWrong: (count: number): string => (count === 1 ? 'Save the wrong row' : 'Save the wrong rows'),
    wrongSaved: (count: number): string =>
      `${count.toLocaleString('en')} wrong ${count === 1 ? 'row' : 'rows'} saved`,
    more: (shown: string, all: string): string => `The first ${shown} of ${all} lines.`,
  },
} as const;
