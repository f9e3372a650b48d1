import { activitiesCalls } from './contract/activities.ts';
import { appCalls } from './contract/app.ts';
import { batchesCalls } from './contract/batches.ts';
import { contactsCalls } from './contract/contacts.ts';
import { credentialsCalls, passkeysCalls } from './contract/credentials.ts';
import { exportsCalls } from './contract/exports.ts';
import { cameraCalls, filesCalls } from './contract/files.ts';
import { interfacesCalls } from './contract/interfaces.ts';
import { keyCeremoniesCalls } from './contract/key-ceremonies.ts';
import { keyImportsCalls } from './contract/key-imports.ts';
import { lockCalls } from './contract/lock.ts';
import { loginSessionsCalls } from './contract/login-sessions.ts';
import { nodesCalls } from './contract/nodes.ts';
import { offlineStateCalls } from './contract/offline-state.ts';
import { offlineCalls } from './contract/offline.ts';
import { paymentFilesCalls } from './contract/payment-files.ts';
import { profilesCalls } from './contract/profiles.ts';
import { programCalls } from './contract/program.ts';
import { publishedCalls, sealingCalls } from './contract/published.ts';
import { journalCalls, keysCalls, networkCalls, queryCalls } from './contract/reads.ts';
import { requestGroupsCalls } from './contract/request-groups.ts';
import { requestsCalls } from './contract/requests.ts';
import { savedFiltersCalls } from './contract/saved-filters.ts';
import { secretsCalls } from './contract/secrets.ts';
import { serviceBackupCalls } from './contract/service-backup.ts';
import { templatesCalls } from './contract/templates.ts';
import { transfersCalls } from './contract/transfers.ts';
import { updatesCalls } from './contract/updates.ts';
import { votesCalls } from './contract/votes.ts';

/**
 * Everything that the window can ask of the privileged side. The router, the preload's API and the test double are
 * derived from it; what is not here cannot be called.
 */
export const contract = {
  app: appCalls,
  lock: lockCalls,
  offlineState: offlineStateCalls,
  profiles: profilesCalls,
  nodes: nodesCalls,
  contacts: contactsCalls,
  credentials: credentialsCalls,
  loginSessions: loginSessionsCalls,
  passkeys: passkeysCalls,
  keys: keysCalls,
  queries: queryCalls,
  network: networkCalls,
  published: publishedCalls,
  files: filesCalls,
  camera: cameraCalls,
  interfaces: interfacesCalls,
  requests: requestsCalls,
  sealing: sealingCalls,
  savedFilters: savedFiltersCalls,
  templates: templatesCalls,
  transfers: transfersCalls,
  paymentFiles: paymentFilesCalls,
  requestGroups: requestGroupsCalls,
  batches: batchesCalls,
  secrets: secretsCalls,
  activities: activitiesCalls,
  votes: votesCalls,
  exports: exportsCalls,
  keyImports: keyImportsCalls,
  journal: journalCalls,
  serviceBackup: serviceBackupCalls,
  program: programCalls,
  updates: updatesCalls,
  offline: offlineCalls,
  keyCeremonies: keyCeremoniesCalls,
};

export type ConsoleContract = typeof contract;
