import type { ConsoleContext } from '../context/console-context.ts';
import { listModules } from '../context/module.ts';
import { activities } from '../features/activities/module.ts';
import { approvals } from '../features/approvals/module.ts';
import { batches } from '../features/batches/module.ts';
import { contacts } from '../features/contacts/module.ts';
import { contractInterfaces } from '../features/contract-interfaces/module.ts';
import { credentials } from '../features/credentials/module.ts';
import { files } from '../features/files/module.ts';
import { journal } from '../features/journal/module.ts';
import { keyCeremonies } from '../features/key-ceremony/module.ts';
import { keyExport } from '../features/key-export/module.ts';
import { keyImport } from '../features/key-import/module.ts';
import { localActions } from '../features/local-actions/module.ts';
import { lock } from '../features/lock/module.ts';
import { loginSessions } from '../features/login-sessions/module.ts';
import { nodes } from '../features/nodes/module.ts';
import { offlineState } from '../features/offline-state/module.ts';
import { offline } from '../features/offline/module.ts';
import { passkeys } from '../features/passkeys/module.ts';
import { paymentFiles } from '../features/payment-files/module.ts';
import { previews } from '../features/previews/module.ts';
import { profiles } from '../features/profiles/module.ts';
import { published } from '../features/published/module.ts';
import { keys, network, queries } from '../features/reads/module.ts';
import { requestGroups } from '../features/request-groups/module.ts';
import { requests } from '../features/requests/module.ts';
import { savedFilters } from '../features/saved-filters/module.ts';
import { sealing } from '../features/sealing/module.ts';
import { secretImport } from '../features/secret-import/module.ts';
import { selfCheck } from '../features/self-check/module.ts';
import { serviceBackup } from '../features/service-backup/module.ts';
import { templates } from '../features/templates/module.ts';
import { transfers } from '../features/transfers/module.ts';
import { updates } from '../features/updates/module.ts';
import { votes } from '../features/votes/module.ts';
import { app } from './app-module.ts';
import { groupPurposes } from './group-purposes.ts';

/**
 * Every feature, after those that it needs. Locking and leaving a profile go through them in this order: what was asked for
 * is abandoned before what it was asked with is wiped. Closing goes through them from the end.
 */
export const features = listModules<ConsoleContext>()
  .add(app)
  .add(approvals)
  .add(localActions)
  .add(offlineState)
  .add(lock)
  .add(files)
  .add(contractInterfaces)
  .add(previews)
  .add(contacts)
  .add(nodes)
  .add(transfers)
  .add(requests)
  .add(groupPurposes)
  .add(requestGroups)
  .add(batches)
  .add(votes)
  .add(paymentFiles)
  .add(secretImport)
  .add(keys)
  .add(keyImport)
  .add(published)
  .add(keyExport)
  .add(passkeys)
  .add(loginSessions)
  .add(credentials)
  .add(profiles)
  .add(queries)
  .add(network)
  .add(sealing)
  .add(savedFilters)
  .add(templates)
  .add(serviceBackup)
  .add(selfCheck)
  .add(updates)
  .add(offline)
  .add(keyCeremonies)
  .add(journal)
  .add(activities);
