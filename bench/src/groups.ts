import { claimGroup } from './groups/claim.ts'
import { coldGroup } from './groups/cold.ts'
import { drainGroup, hangingGroup } from './groups/deliveries.ts'
import { footprintGroup } from './groups/footprint.ts'
import type { Group } from './groups/group.ts'
import { growthGroup } from './groups/growth.ts'
import { instancesGroup } from './groups/instances.ts'
import { logGroup } from './groups/log.ts'
import { loggedGroup } from './groups/logged.ts'
import { mcpGroup } from './groups/mcp.ts'
import { mutationGroup } from './groups/mutations.ts'
import { pgbenchGroup } from './groups/pgbench.ts'
import { activityGroup, cardGroup } from './groups/reads.ts'
import { searchGroup } from './groups/search.ts'
import { sizeGroup } from './groups/size.ts'
import { feedGroup, heldGroup, socketsGroup } from './groups/sockets.ts'
import { treeGroup } from './groups/tree.ts'
import { webGroup } from './groups/web.ts'
import { webhookGroup } from './groups/webhook.ts'

/** The groups of measurements, in the order of a full run. */
export const groups: Record<string, Group> = {
  pgbench: pgbenchGroup,
  create: mutationGroup('create'),
  move: mutationGroup('move'),
  comment: mutationGroup('comment'),
  claim: claimGroup,
  size: sizeGroup,
  card: cardGroup,
  tree: treeGroup,
  activity: activityGroup,
  search: searchGroup,
  mcp: mcpGroup,
  webhook: webhookGroup,
  hanging: hangingGroup,
  drain: drainGroup,
  feed: feedGroup,
  sockets: socketsGroup,
  held: heldGroup,
  web: webGroup,
  footprint: footprintGroup,
  growth: growthGroup,
  log: logGroup,
  logged: loggedGroup,
  instances: instancesGroup,
  cold: coldGroup,
}

export const groupNames = Object.keys(groups)

/** Measured only when asked for or when a report is written. */
export const rare: ReadonlySet<string> = new Set(['footprint', 'growth', 'log', 'logged', 'instances', 'cold'])

/** Groups measured in a service of their own, because memory and background work left by other groups would distort them. */
export const apart: ReadonlySet<string> = new Set(['held', 'web', ...rare])
