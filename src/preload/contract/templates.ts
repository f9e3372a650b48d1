import { z } from 'zod';
import { call, nothing } from './call.ts';

const operation = z.string().min(1).max(100);
const name = z.string().trim().min(1).max(60);
/** Whether a value ends: one within itself would be walked through for ever. */
function isFinite(value: unknown): boolean {
  try {
    return typeof JSON.stringify(value) === 'string';
  } catch {
    return false;
  }
}

const parameters = z
  .custom<Record<string, z.core.util.JSONType>>(isFinite)
  .pipe(z.record(z.string(), z.json()));

/** Parameters of operations that the operator keeps under a name, on this machine. */
export const templatesCalls = {
  list: call('read', z.object({ operation }), z.array(z.object({ name, parameters }))),
  /** Keeps parameters, in the place of those with the same name; tokens in them are left out. */
  save: call('write', z.object({ operation, name, parameters }), nothing),
  remove: call('write', z.object({ operation, name }), nothing),
};
