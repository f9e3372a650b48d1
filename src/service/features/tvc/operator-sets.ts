import { randomUUID } from 'node:crypto';
import type { OperatorSetParams } from '#protocol/catalogue/tvc.ts';
import { uncompressP256 } from '#protocol/p256-key.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { notFound, requireRow } from '../../engine/requirements.ts';
import { asInvalidField } from '../../errors.ts';
import { featureError } from '../errors.ts';
import type { TvcOperatorRow } from '../../storage/integrations-schema.ts';
import { insertRow } from '../../storage/rows.ts';
import { findOperatorSet, insertOperatorSet, type OperatorSet } from './store.ts';

/** Half of a quorum key's public text: an uncompressed point as hex. */
const POINT = 130;

/** The set that a request names, or describes to be made: exactly one of the two. */
export interface SetChoice {
  readonly id: string | null | undefined;
  readonly params: OperatorSetParams | null | undefined;
  /** `manifestSet` or `shareSet`: how the request's two members begin. */
  readonly member: string;
}

/**
 * Finds the set of operators that a request names, or makes the one that it describes.
 * @throws ServiceError REQUEST_INVALID, NOT_FOUND
 */
export async function chooseOperatorSet(context: SubmitContext, choice: SetChoice): Promise<OperatorSet> {
  const { id, params, member } = choice;
  if (typeof id === 'string' && !params) {
    const found = await findOperatorSet(context.store, context.caller.organizationId, id);
    if (found === undefined) throw notFound('TVC operator set', id);
    return found;
  }
  if (typeof id !== 'string' && params) return await makeSet(context, params, `parameters.${member}Params`);
  throw featureError('REQUEST_INVALID.operatorSet', { field: `parameters.${member}Id`, member });
}

async function makeSet(
  context: SubmitContext,
  params: OperatorSetParams,
  field: string,
): Promise<OperatorSet> {
  const { store, caller, now } = context;
  const operators: TvcOperatorRow[] = [];
  const halves = new Set<string>();
  const join = (operator: TvcOperatorRow, where: string): void => {
    addHalves(halves, operator.public_key, where);
    operators.push(operator);
  };
  for (const id of new Set(params.existingOperatorIds ?? [])) {
    join(await requireRow({ store, caller }, 'tvc_operator', id), `${field}.existingOperatorIds`);
  }
  for (const [index, wanted] of (params.newOperators ?? []).entries()) {
    const where = `${field}.newOperators.${index}.publicKey`;
    checkQuorumKey(wanted.publicKey, where);
    const operator = {
      id: randomUUID(),
      organization_id: caller.organizationId,
      name: wanted.name,
      public_key: wanted.publicKey.toLowerCase(),
      created_at: now,
    };
    join(operator, where);
    await insertRow(store, 'tvc_operator', operator);
  }
  if (params.threshold > operators.length)
    throw featureError('REQUEST_INVALID.operatorThreshold', {
      field: `${field}.threshold`,
      operators: operators.length,
    });
  const { name, threshold } = params;
  const set = {
    id: randomUUID(),
    organization_id: caller.organizationId,
    name,
    threshold,
    created_at: now,
  };
  await insertOperatorSet(store, { set, operators });
  return { set, operators };
}

/**
 * Adds both halves of an operator's key to the known ones. Without this check, one key could count as two operators.
 * @throws ServiceError REQUEST_INVALID for one that the set has already
 */
function addHalves(known: Set<string>, publicKey: string, field: string): void {
  const halves = [`encrypt ${publicKey.slice(0, POINT)}`, `sign ${publicKey.slice(POINT)}`];
  if (halves.some((half) => known.has(half))) throw featureError('REQUEST_INVALID.operatorKey', { field });
  for (const half of halves) known.add(half);
}

/**
 * Checks both points of a quorum key's public half.
 * @throws ServiceError REQUEST_INVALID
 */
export function checkQuorumKey(publicKey: string, field: string): void {
  try {
    uncompressP256(publicKey.slice(0, POINT), 'encrypt half');
    uncompressP256(publicKey.slice(POINT), 'sign half');
  } catch (error) {
    throw asInvalidField(error, field);
  }
}
