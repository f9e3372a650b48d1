import type { IncomingHttpHeaders } from 'node:http';
import {
  parseStamp,
  STAMP_HEADER,
  verifyStamp,
  type Stamp,
  type VerifySignature,
} from '../../protocol/stamp.ts';
import { ProtocolError } from '../../protocol/error.ts';
import { ServiceError } from '../service-error.ts';

const PASSKEY_HEADER = 'X-Stamp-WebAuthn';

/**
 * Reads the stamp of a request and checks that it holds over exactly these body bytes. Whose key it is comes after.
 * @throws ServiceError UNAUTHENTICATED for a missing, malformed, double or wrong stamp (PROTOCOL.md, section 7)
 */
export function verifiedStamp(
  headers: IncomingHttpHeaders,
  body: Uint8Array,
  verify: VerifySignature,
): Stamp {
  const header = headers[STAMP_HEADER.toLowerCase()];
  const passkey = headers[PASSKEY_HEADER.toLowerCase()];
  if (passkey !== undefined) {
    throw header === undefined
      ? refuse(
          'UNAUTHENTICATED',
          'could not verify WebAuthN signature (this service does not take passkey stamps yet)',
        )
      : refuse('UNAUTHENTICATED', `more than one stamp was sent (${STAMP_HEADER} and ${PASSKEY_HEADER})`);
  }
  if (typeof header !== 'string' || header === '') {
    throw refuse(
      'SIGNATURE_MISSING',
      `cannot authenticate public API activity request without a stamp (${STAMP_HEADER}/${PASSKEY_HEADER} header)`,
    );
  }
  const stamp = readStamp(header);
  if (!verifyStamp(stamp, body, verify))
    throw refuse('SIGNATURE_INVALID', 'could not verify api key signature');
  return stamp;
}

function readStamp(header: string): Stamp {
  try {
    return parseStamp(header);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new ServiceError('UNAUTHENTICATED', 'SIGNATURE_INVALID', error.message, {
      cause: error,
      remedy: error.remedy,
    });
  }
}

const refuse = (
  code: 'UNAUTHENTICATED' | 'SIGNATURE_MISSING' | 'SIGNATURE_INVALID',
  message: string,
): ServiceError =>
  new ServiceError('UNAUTHENTICATED', code, message, {
    remedy: 'Stamp the exact bytes of the body with an API key.',
  });
