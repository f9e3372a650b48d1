/** The sentences of the approval surface that are not the request's own. */
export const TEXT = {
  isolated: 'This dialog is isolated: the main window can’t click these buttons.',
  castsNoVote: 'Cancel casts no vote.',
  cancelsIn: (seconds: number): string =>
    `Cancels automatically in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  cancels: 'Cancels automatically when it runs out',
  sent: 'Sent. This dialog closes by itself.',
  timeIsUp: 'Time is up: canceled. Nothing was signed.',
  notInFront: 'This dialog is not in front.',
  otherFocus: 'Click here first: another window has the focus.',
  viewPages: 'To continue, view every page.',
  scrollToEnd: 'Scroll to the end to continue.',
  tickFirst: 'Read the warning, then tick the box above.',
  transactionExpires: (left: string): string => `Transaction expires in ${left}.`,
  transactionExpired:
    'The transaction has expired: the network no longer accepts it. Request a new transaction.',
  cancel: 'Cancel',
  checked: 'I have checked this',
  details: 'More details',
  votes: 'Votes so far',
  moreVoters: (count: number): string => `${count.toLocaleString('en')} more can vote`,
  content: 'What you approve',
  noAnswer: 'The console did not answer. Nothing more is sent from here.',
} as const;
