import type { RequirementTable } from '../../requirement-table.ts'

/** Decisions.md §5: automation. */
export const rules = {
  'rule.create.answer': {
    source: 'decisions §5',
    rule: 'POST /api/boards/:id/rules with name, enabled, trigger, conditions and actions answers 201 with the rule.',
  },
  'rule.create.admin-only': { source: 'decisions §2', rule: 'Creating, changing and deleting a rule by anybody below admin answers 403.' },
  'rule.create.foreign-id': { source: 'decisions §5', rule: 'A rule with an id of another board answers 400.' },
  'rule.list.board': { source: 'decisions §5', rule: 'GET /api/boards/:id/rules lists the rules of the board.' },
  'rule.update.answer': { source: 'decisions §5', rule: 'PATCH /api/rules/:id changes the rule.' },
  'rule.update.disabled': { source: 'decisions §5', rule: 'A rule with enabled false does not run.' },
  'rule.delete.answer': { source: 'decisions §5', rule: 'DELETE /api/rules/:id answers 204 and the rule no longer runs.' },
  'rule.trigger.verb': {
    source: 'service §1, decisions §5',
    rule: 'A rule runs for an activity with the verb of its trigger and for no other verb.',
  },
  'rule.trigger.list-filters': { source: 'decisions §5', rule: 'The filters listId and toListId keep a rule to that list.' },
  'rule.trigger.label-filter': { source: 'decisions §5', rule: 'The filter labelId keeps a rule to that label.' },
  'rule.trigger.target-branch-filter': { source: 'decisions §5', rule: 'The filter targetBranch keeps a rule to that branch.' },
  'rule.trigger.priority-filter': { source: 'decisions §5', rule: 'The filter priority keeps a rule to that priority.' },
  'rule.trigger.actor-kind-filter': { source: 'decisions §5', rule: 'The filter actorKind keeps a rule to acts of humans or of agents.' },
  'rule.condition.all-hold': { source: 'decisions §5', rule: 'A rule acts only when every condition holds.' },
  'rule.condition.fields': {
    source: 'decisions §5',
    rule: 'A condition can ask for card attributes, assignee, delegatedTo, label, actorKind, field.<fieldId> and payload.<key>.',
  },
  'rule.condition.ops': {
    source: 'decisions §5',
    rule: 'A condition takes is, is_not, in, not_in, contains, gt, lt, is_set and is_not_set, each with its meaning.',
  },
  'rule.action.move-card': { source: 'decisions §5', rule: 'move_card moves the card to listId at position top or bottom.' },
  'rule.action.labels': { source: 'decisions §5', rule: 'add_label and remove_label change the labels of the card.' },
  'rule.action.assign': { source: 'decisions §5', rule: 'assign assigns the human actorId.' },
  'rule.action.delegate': { source: 'decisions §5', rule: 'delegate delegates the card to agentActorId.' },
  'rule.action.set-priority': { source: 'decisions §5', rule: 'set_priority sets the priority.' },
  'rule.action.set-field': { source: 'decisions §5', rule: 'set_field sets the value of fieldId.' },
  'rule.action.complete-reopen': { source: 'decisions §5', rule: 'complete_card completes and reopen_card reopens the card.' },
  'rule.action.archive-card': { source: 'decisions §5', rule: 'archive_card archives the card.' },
  'rule.action.add-comment': { source: 'decisions §5', rule: 'add_comment writes the comment body.' },
  'rule.action.add-checklist-item': { source: 'decisions §5', rule: 'add_checklist_item adds an item with the text.' },
  'rule.action.notify': { source: 'decisions §5', rule: 'notify reaches assignees, watchers or the named actors with the message.' },
  'rule.action.placeholders': {
    source: 'decisions §5',
    rule: 'The placeholders card.key, card.title and actor.name are replaced in texts.',
  },
  'rule.action.unknown': { source: 'decisions §5', rule: 'An action type outside the list answers 400.' },
  'rule.run.automation-actor': {
    source: 'decisions §5',
    rule: 'The acts of a rule are by the automation actor of the board, an agent that is not delegatable.',
  },
  'rule.run.exactly-once': {
    source: 'decisions §5',
    rule: 'A rule runs exactly once for an activity, also when a process dies in between.',
  },
  'rule.run.in-order': { source: 'decisions §5', rule: 'The rules of a board see its activities in order.' },
  'rule.run.after-commit': { source: 'decisions §5', rule: 'A rule runs after the commit of its activity and cannot undo or delay it.' },
  'rule.run.depth': { source: 'decisions §5', rule: 'A chain of rules that trigger each other stops at depth 5.' },
  'rule.run.failure-recorded': { source: 'decisions §5', rule: 'A failing action is recorded in the run.' },
  'rule.run.failure-isolated': { source: 'decisions §5', rule: 'A failing action stops no other rule and no mutation.' },
  'rule.run.listed': { source: 'decisions §5', rule: 'GET /api/rules/:id/runs lists the runs.' },
  'rule.pause.target-gone': {
    source: 'decisions §5',
    rule: 'Archiving or deleting what a rule refers to, a list or a label, pauses the rule.',
  },
  'rule.rights.scopes-of-actions': {
    source: 'decisions §2, beyond §1',
    rule: 'Saving a rule, also by a copy or an import, takes the scopes that its actions would take.',
  },
  'rule.rights.author-now': {
    source: 'decisions §2, beyond §1',
    rule: 'A rule does what the person or agent who saved it last may do when it runs; when that is less, it is paused and the admins are told.',
  },
  'rule.pause.author-told': { source: 'decisions §5', rule: 'The author of a rule that is paused is notified.' },
} as const satisfies RequirementTable
