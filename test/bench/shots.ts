import {
  type ParametersOf,
  type SubmitOperation,
  pathOf,
  submitBody,
  submitResponse,
} from '#protocol/catalogue/operation.ts';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { type Signer, stamp } from '#protocol/stamp.ts';
import type { Shot } from './load.ts';

type Shoot = <O extends SubmitOperation>(
  operation: O,
  parameters: ParametersOf<O>,
  timestampMs?: number,
) => Shot;

/** Makes stamped requests of one credential, ready to be sent. */
export function shooter(organizationId: string, signer: Signer): Shoot {
  return (operation, parameters, timestampMs = Date.now()) => {
    const body = submitBody(operation, organizationId, timestampMs, parameters);
    const headers = { 'content-type': 'application/json', 'x-stamp': stamp(toUtf8(body), signer) };
    return { path: pathOf(operation), headers, body };
  };
}

const KEY: ParametersOf<typeof createPrivateKeys> = {
  privateKeys: [
    {
      privateKeyName: 'bench',
      curve: 'CURVE_SECP256K1',
      privateKeyTags: [],
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    },
  ],
};

/** Sends one, and reads its result. */
export async function resultOf<O extends SubmitOperation>(
  url: string,
  operation: O,
  { path, headers, body }: Shot,
): Promise<ReturnType<O['output']['parse']>> {
  const answer = await fetch(url + path, { method: 'POST', headers, body });
  const { activity } = submitResponse.parse(await answer.json());
  return operation.output.parse(activity.result?.[operation.result]) as ReturnType<O['output']['parse']>;
}

/** Has the service make the key that a bench signs with. @returns its id */
export async function createKey(url: string, shoot: Shoot): Promise<string> {
  const { privateKeys } = await resultOf(url, createPrivateKeys, shoot(createPrivateKeys, KEY));
  return privateKeys[0]?.privateKeyId ?? '';
}
