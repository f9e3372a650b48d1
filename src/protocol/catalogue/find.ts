import { catalogue } from './all.ts';
import type { Operation, SubmitOperation } from './operation.ts';

const byPath = new Map<string, Operation>(catalogue.map((operation) => [operation.path, operation]));
const byType = new Map<string, SubmitOperation>(
  catalogue.flatMap((operation) => (operation.kind === 'submit' ? [[operation.type, operation]] : [])),
);

/** The operation of a path's last segment, for example `sign_transaction`. */
export const operationByPath = (path: string): Operation | undefined => byPath.get(path);

/** The submit operation of an `ACTIVITY_TYPE_*`. */
export const operationByType = (type: string): SubmitOperation | undefined => byType.get(type);
