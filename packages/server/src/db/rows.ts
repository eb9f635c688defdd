import type { ImportedComment, Integration, Rule, RuleRun, View } from '@tandem/contract'

/** Rows as the tables hold them (migrations/). Timestamps are the wire's ISO strings. */
export type BoardRow = {
  id: string
  name: string
  description: string
  agent_guidance: string
  key_prefix: string
  version: number
  created_by: string
  created_at: string
  archived_at: string | null
  last_seq: number
  last_activity_id: string | null
  last_card_number: number
}

export type ListRow = {
  board_id: string
  id: string
  name: string
  rank: string
  wip_limit: number | null
  archived_at: string | null
  created_at: string
}

/** The view list_ends: a list with the rank of its last card, archived ones included. */
export type ListEndRow = ListRow & { last_rank: string | null }

export type CardRow = {
  board_id: string
  id: string
  list_id: string
  number: number
  title: string
  description: string
  rank: string
  priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
  start_at: string | null
  due_at: string | null
  completed_at: string | null
  archived_at: string | null
  created_by: string
  version: number
  created_at: string
  updated_at: string
  delegate_actor_id: string | null
  delegated_by: string | null
  delegated_at: string | null
  latest_session_id: string | null
  checklist_total: number
  checklist_done: number
  comment_count: number
  attachment_count: number
  archived_with_list: boolean
}

/** The view card_faces: a card with what its face shows. */
export type CardFaceRow = CardRow & {
  assignee_ids: string[]
  label_ids: string[]
  /** A card that is neither completed nor archived blocks it. */
  blocked: boolean
  /** It blocks another card, or would if it were open. */
  blocks: boolean
  /** Somebody watches it. */
  watched: boolean
  session_state: SessionRow['state'] | null
  session_status_text: string | null
  session_last_event_at: string | null
}

/** What an act beside a card needs of it: a third of the work that its face takes. */
export type CardBriefRow = Pick<CardFaceRow, 'board_id' | 'id' | 'created_by' | 'assignee_ids' | 'watched'>

export type LabelRow = { board_id: string; id: string; name: string; color: string; created_at: string }

export type FieldRow = {
  board_id: string
  id: string
  name: string
  type: 'text' | 'number' | 'date' | 'checkbox' | 'select' | 'url'
  options: string[] | null
  created_at: string
}

export type AttachmentRow = {
  board_id: string
  id: string
  card_id: string
  kind: 'file' | 'link'
  name: string
  filename: string
  url: string | null
  file_key: string | null
  content_type: string | null
  /** The bytes themselves say that they are of this type. */
  proven: boolean
  size_bytes: number | null
  created_by: string
  created_at: string
  thumbnail_due_at: string | null
  thumbnail_attempts: number
  thumbnail_failure: string | null
  small_key: string | null
  large_key: string | null
}

export type ChecklistItemRow = {
  board_id: string
  id: string
  card_id: string
  text: string
  rank: string
  done_at: string | null
  done_by: string | null
  assignee_actor_id: string | null
  created_at: string
}

export type CommentRow = {
  board_id: string
  id: string
  card_id: string
  actor_id: string
  body: string
  session_id: string | null
  created_at: string
  edited_at: string | null
  deleted_at: string | null
  /** What the file said that it came with. */
  imported?: ImportedComment | null
}

export type SessionRow = {
  board_id: string
  id: string
  card_id: string
  agent_actor_id: string
  initiator_actor_id: string
  state: 'queued' | 'working' | 'awaiting_input' | 'done' | 'error'
  status_text: string | null
  summary: string | null
  failure_reason: string | null
  trigger: { type: 'delegation' | 'mention' | 'api'; commentId?: string }
  of_delegation: boolean
  question: { eventId: string; question: string; options: string[]; askedAt: string } | null
  question_tier: number | null
  /** When the question last went to a tier. */
  question_routed_at: string | null
  plan: { text: string; status: 'pending' | 'in_progress' | 'done' | 'skipped' }[] | null
  external_url: string | null
  usage: { inputTokens?: number; outputTokens?: number; costUsd?: number } | null
  stop_requested_at: string | null
  last_event_id: string
  last_event_at: string
  created_at: string
  updated_at: string
  ended_at: string | null
}

export type ActorRow = {
  id: string
  kind: 'human' | 'agent'
  name: string
  handle: string
  email: string | null
  avatar_url: string | null
  can_be_delegated: boolean | null
  can_be_mentioned: boolean | null
  owner_actor_id: string | null
  password_hash: string | null
  is_instance_admin: boolean
  timezone: string
  locale: string | null
  created_at: string
  deactivated_at: string | null
}

export type WebhookRow = {
  id: string
  board_id: string | null
  actor_id: string | null
  created_by: string
  url: string
  events: string[]
  secret_sealed: string
  previous_secret_sealed: string | null
  previous_secret_until: string | null
  leash: string[] | null
  active: boolean
  consecutive_failures: number
  disabled_reason: string | null
  created_at: string
  /** The integration whose event subscription it is. */
  integration_id: string | null
}

export type IntegrationRow = {
  board_id: string
  id: string
  type: string
  name: string
  status: Integration['status']
  actor_id: string
  inbound_url: string
  config: Record<string, unknown>
  /** A JWK. */
  public_key: { kty: 'EC' | 'OKP' | 'RSA'; [part: string]: string } | null
  created_at: string
  updated_at: string
  removed_at: string | null
}

export type LinkRow = {
  board_id: string
  id: string
  card_id: string
  integration_id: string
  external_system: string
  external_id: string
  external_url: string
  title: string | null
  state: string | null
  created_at: string
}

export type ViewRow = {
  board_id: string
  id: string
  name: string
  query: View['query']
  layout: View['layout']
  shared: boolean
  owner_actor_id: string
  version: number
  created_at: string
  updated_at: string
}

export type RuleRow = {
  board_id: string
  id: string
  name: string
  enabled: boolean
  paused_reason: string | null
  trigger: Rule['trigger']
  /** Null when it runs by the clock. */
  verb: string | null
  conditions: Rule['conditions']
  actions: Rule['actions']
  /** The lists, labels, fields and members that it cannot do without. */
  needs: string[]
  created_by: string
  failures_in_a_row: number
  /** It looks at no activity up to here. */
  since_seq: number
  next_run_at: string | null
  /** Of the run by the clock that is under way. */
  done_card_number: number
  version: number
  created_at: string
  updated_at: string
}

export type RuleRunRow = {
  board_id: string
  id: string
  rule_id: string
  activity_id: string | null
  due_at: string | null
  card_id: string | null
  state: RuleRun['state']
  reason: string | null
  depth: number
  root_id: string | null
  actions: RuleRun['actions']
  first_seq: number | null
  last_seq: number | null
  created_at: string
}
