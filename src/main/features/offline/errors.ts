import { defineErrors } from '#protocol/define-errors.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';

/** Requests that are stamped on a computer without a network, and answered there. */
export const offlineError = defineErrors({
  OFFLINE_QUERY: [
    'A query doesn’t go by file: it has no time in it, so its stamp would be good for as long as its credential.',
    'Run the query on a console that has a network.',
  ],
  OFFLINE_LAPSED: [
    'This request lapsed at {at}: the service doesn’t take it any more.',
    'Request a new one with the same content: in the window in one step, or with keyops prepare --again FILE.',
  ],
  OFFLINE_TOO_EARLY: [
    'This request is dated {at}, more than five minutes ahead of this computer’s clock.',
    'Check both computers’ clocks.',
  ],
  OFFLINE_ORGANIZATION_UNKNOWN: [
    'This request is for the organization {organization}, which no profile here has.',
    'Add a profile for that organization, or take the file to the console that has one.',
  ],
  OFFLINE_SERVICE_DIFFERS: [
    'This request is for another service than the profile “{profile}” has: {what}.',
    'Don’t stamp it. Find out which service it was made for.',
  ],
  OFFLINE_CREDENTIAL_UNKNOWN: [
    'This request is for the credential {publicKey}, which the profile “{profile}” doesn’t have here.',
    'Take the file to the console that has the credential.',
  ],
  OFFLINE_CREDENTIAL_KIND: {
    passkey: [
      'This request is for a passkey, which stamps in a browser.',
      'Stamp it in the console’s window, or make it again for an API key.',
    ],
    differs: [
      'This request says that its credential is a {said}; here it is a {kept}.',
      'Don’t stamp it. Find out who made the file.',
    ],
    secret: [
      'The key that was handed over isn’t the request’s credential {publicKey}.',
      'Hand over the key of that credential.',
    ],
  },
  OFFLINE_BODY_REFUSED: [
    'The body isn’t what this console would write for its content: {why}.',
    'Don’t stamp it. Make the request again with a console that you trust.',
  ],
  OFFLINE_PREVIEW_CHANGED: [
    'What the request does isn’t what was approved: its preview has the digest {now}, not {approved}.',
    'Look at the request again, then approve it again.',
  ],
  OFFLINE_STAMP_FOREIGN: [
    'The stamp is for another request: {what}.',
    'Choose the stamp of this request. Both files have the same name before the dot.',
  ],
  OFFLINE_STAMP_INVALID: [
    'The stamp doesn’t hold over the request’s body: {why}.',
    'Stamp the request again on the offline console.',
  ],
  OFFLINE_ANSWERED: [
    'This request was stamped here before, and its answer has been opened.',
    'Don’t stamp it again. If the same is to be done once more, make a new request.',
  ],
  OFFLINE_REQUEST_MISSING: [
    'The request of this stamp isn’t open here.',
    'Open the request first. Both files have the same name before the dot.',
  ],
  OFFLINE_PREVIEW_KEYED: [
    'The answer to this request opens with a key that is in this window’s memory alone.',
    'Make the request on the screen Offline of the console that is to open its answer.',
  ],
  OFFLINE_BATCH: {
    few: ['There is no batch of fewer than two requests.', 'Review the request by itself.'],
    many: ['More than {most} requests can’t be approved at once.', 'Open and approve them in parts.'],
    mixed: [
      'These requests are for several profiles or credentials.',
      'Approve those of one credential together, and the others apart.',
    ],
    passkey: ['A passkey stamps each request by itself.', 'Review these requests one by one.'],
    twice: [
      'Two of these files hold the same request, {name}.',
      'Close one of them. The same bytes have no second effect.',
    ],
    unreadable: [
      'This console can’t read the request {name} by itself: {why}',
      'Review that request by itself, then approve the others together.',
    ],
  },
  OFFLINE_TABLE_FOREIGN: [
    'The transaction doesn’t use the lookup table {table}.',
    'Choose the file of a table that the transaction names.',
  ],
  OFFLINE_PREVIOUS_FOREIGN: [
    'No input of the transaction asks for the previous transaction {id}.',
    'Choose the file of a transaction that the window names.',
  ],
  OFFLINE_TABLE_LATE: {
    stamped: [
      'This request has its stamp, and nothing can be added to it.',
      'Request a new one, and add the file before it is stamped.',
    ],
    review: [
      'An approval is shown or its stamp is being made, and what it shows stays as it is.',
      'Wait for its end, then add the file.',
    ],
  },
  OFFLINE_AGAIN_LATE: {
    review: [
      'An approval is shown or a stamp is being made. The request stays as it is.',
      'Wait for its end, then request a new one.',
    ],
    sending: [
      'This request is being sent. It stays as it is.',
      'Wait for its answer. If none comes, look for the request in the activities before you request a new one.',
    ],
    changed: [
      'This request got a stamp or an answer, or was opened again, before the new one was ready. It stays as it is.',
      'Look at the request. If the same still has to be done, request a new one.',
    ],
    answered: [
      'The service has answered this request. It stays as it is.',
      'Save its answer. If the same is to be done once more, close this request and make a new one.',
    ],
  },
  OFFLINE_CLOSED: ['This request isn’t open here anymore.', 'Open its file again.'],
  OFFLINE_NOT_STAMPED: ['This request has no stamp yet.', 'Open its stamp, then send it.'],
  OFFLINE_FOLDER: {
    empty: [
      'This folder has no requests, stamps or answers.',
      'Choose the folder with the files that end in .keyops-request, .keyops-stamp or .keyops-answer.',
    ],
    full: ['This folder has more than {most} files of one kind.', 'Open them in parts.'],
    swapped: [
      'Another folder lies where the requests came from.',
      'Find out who changed it. The stamps are open here: save each where it belongs.',
    ],
  },
  OFFLINE_ANSWER_UNASKED: [
    'This answer is for a request that wasn’t stamped here.',
    'Take the file to the console that stamped the request.',
  ],
  OFFLINE_ANSWER_FOREIGN: [
    'This answer is for another request: {what}.',
    'Don’t use it. Send the request again.',
  ],
  OFFLINE_ANSWER_KEPT: [
    'The service answered this request before, and refuses it now (HTTP {status}). The earlier answer stays.',
    'Save the earlier answer and take it to the offline computer.',
  ],
  OFFLINE_ANSWER_MALFORMED: [
    'The answer isn’t one of the service: {why}.',
    'Send the request again: the same bytes have no second effect.',
  ],
  OFFLINE_REQUEST_CHANGED: [
    'The record of this request was changed after it was stamped.',
    'Keep the data folder as evidence. Someone can write to it.',
  ],
  OFFLINE_KEY_GONE: [
    'The key that this answer is sealed to isn’t in this computer’s keychain.',
    'Open the answer on the console that prepared the request. After it was opened once, make a new request.',
  ],
  OFFLINE_PARAMETER_SEALED: [
    'This console keeps no key for {operation}: its answer goes to the key in its parameters.',
    'Write the parameter {parameter}, or leave it out of an export or a session.',
  ],
});

/** What cards of offline requests warn of beside the preview's own warnings. */
export const offlineWarning = defineWarnings({
  OFFLINE_STAMPED_BEFORE: [
    'caution',
    'Stamped here before',
    'You stamped this file at {at}. The service takes the same bytes once, however often they are stamped.',
  ],
  OFFLINE_SOME_STAMPED: [
    'caution',
    'Stamped here before',
    'You stamped some of these files before: {count}. The service takes the same bytes once, however often they are stamped.',
  ],
  OFFLINE_UNVERIFIED: [
    'caution',
    'The file brought its own words',
    'Nobody vouches for them on this computer: {what}. Facts that rest on them alone say so.',
  ],
  OFFLINE_TABLE_ADDED: [
    'caution',
    'A lookup table was added on this computer',
    'You added it from a file: {tables}. Nobody vouches for the addresses in it.',
  ],
  OFFLINE_TABLES_DIFFER: [
    'danger',
    'Two files disagree about a lookup table',
    'The request file and the file that you added hold different addresses: {tables}. Only the added file’s are shown. Find out which one is right before you approve.',
  ],
  OFFLINE_UNREADABLE: [
    'danger',
    'This console can’t read the request by itself',
    '{why} Without the file’s own words, only its parameters are known.',
  ],
});
