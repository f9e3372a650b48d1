import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { importSecrets } from '#protocol/catalogue/secrets.ts';
import { toHex } from '#protocol/encoding.ts';
import { uncompressP256 } from '#protocol/p256-key.ts';
import type { Secret } from '#protocol/secret.ts';
import type { Prepared, SubmitContext } from '../../engine/operation-handler.ts';
import { asInvalidField } from '../../errors.ts';
import { deleteWhere, hasWhere, insertRow } from '../../storage/rows.ts';
import { giveTurn } from '../../storage/turns.ts';
import { featureError } from '../errors.ts';
import { MALFORMED, openWithTarget } from '../transport/bundles.ts';
import { findOpenTarget } from '../transport/store.ts';

/** Secrets as they were received, and the targets that they were sealed to. */
export class ReceivedSecrets implements Prepared {
  readonly received: { readonly value: Secret; readonly publicKey: string }[] = [];

  wipe(): void {
    for (const { value } of this.received) value.wipe();
  }
}

/**
 * Opens secrets, in order; the targets are still there.
 * @throws ServiceError REQUEST_INVALID when a target is not open here, or does not open its secret
 */
export async function receiveSecrets(
  context: Omit<SubmitContext, 'prepared'>,
  wanted: readonly Wanted[],
): Promise<ReceivedSecrets> {
  const targets = [];
  for (const [index, { targetPublicKey }] of wanted.entries()) {
    const field = `${fieldOf(index)}.targetPublicKey`;
    const target = await findOpenTarget(context, 'secret', targetOf(targetPublicKey, field));
    if (target === undefined) throw featureError('REQUEST_INVALID.secretTarget', { field });
    targets.push(target);
  }
  context.keyRing.requireOpened(targets);
  const secrets = new ReceivedSecrets();
  try {
    for (const [index, target] of targets.entries()) {
      await giveTurn();
      const payload = wanted[index]?.secretPayload ?? '';
      const value = await openSecret(context, target, payload, `${fieldOf(index)}.secretPayload`);
      secrets.received.push({ value, publicKey: target.public_key });
    }
    return secrets;
  } catch (error) {
    secrets.wipe();
    throw error;
  }
}

const fieldOf = (index: number): string => `parameters.secrets.${index}`;

async function openSecret(
  context: Omit<SubmitContext, 'prepared'>,
  target: Parameters<typeof openWithTarget>[1],
  payload: string,
  field: string,
): Promise<Secret> {
  try {
    const value = await openWithTarget(context, target, payload);
    if (value !== undefined) return value;
  } catch (error) {
    throw asInvalidField(error, field, MALFORMED);
  }
  throw featureError('REQUEST_INVALID.secretKey', { field });
}

function targetOf(targetPublicKey: string, field: string): string {
  try {
    return toHex(uncompressP256(targetPublicKey, 'target public key'));
  } catch (error) {
    throw asInvalidField(error, field);
  }
}

type Wanted = z.output<typeof importSecrets.parameters>['secrets'][number];

/**
 * Ends the target of a secret that was received, and keeps the secret sealed; returns its ID.
 * @throws ServiceError REQUEST_INVALID when another secret has its name, or the target has ended meanwhile
 */
export async function keepSecret(
  context: SubmitContext,
  wanted: Wanted,
  { value, publicKey }: ReceivedSecrets['received'][number],
  index: number,
): Promise<string> {
  const { store, caller, keyRing, now } = context;
  const field = fieldOf(index);
  const name = wanted.name ?? null;
  if (name !== null && (await hasWhere(store, 'secret', { organization_id: caller.organizationId, name })))
    throw featureError('REQUEST_INVALID.secretName', { field: `${field}.name` });
  const isOpen = (await findOpenTarget(context, 'secret', publicKey)) !== undefined;
  if (!isOpen || !(await deleteWhere(store, 'import_target', { public_key: publicKey })))
    throw featureError('REQUEST_INVALID.secretTarget', { field: `${field}.targetPublicKey` });
  const id = randomUUID();
  const named = { id, organization_id: caller.organizationId };
  await insertRow(store, 'secret', {
    ...named,
    name,
    static_properties: JSON.stringify(wanted.staticProperties ?? []),
    ...keyRing.seal('secret', named, { sealed_value: value }),
    created_at: now,
  });
  return id;
}
