import { type Told, toldIn } from '../../../api/told.ts'
import type { en } from '../../../i18n/automation/en.ts'

/** The reasons that the service tells, by what they are called in the texts. */
const shapes: Record<keyof (typeof en)['reasons'], RegExp> = {
  clock: /^The rule runs by the clock\.$/,
  waits: /^The rule waits for (?<verb>\S+)\.$/,
  filter: /^The filter (?<filter>\S+) does not fit\.$/,
  condition: /^The condition (?<field>\S+) (?<op>\S+) does not hold\.$/,
  archived: /^By the clock archived cards are left out\.$/,
  noCard: /^This is about no card that is on the board\.$/,
  noneMeets: /^No card meets the conditions\.$/,
  rest: /^It has dealt with (?<count>\d+) cards, and leaves the rest to the next time\.$/,
  chain: /^A chain of rules ends after (?<count>\d+)\.$/,
  ledTo: /^What set this off has led to (?<count>\d+) runs already\.$/,
  goneList: /^The list (?<name>".*") is gone\.$/,
  goneLabel: /^The label (?<name>".*") is gone\.$/,
  goneField: /^The custom field (?<name>".*") is gone\.$/,
  goneMember: /^A member whom it names is gone\.$/,
  goneAuthor: /^Its author is no active member of this board any more\. /,
  weakAuthor: /^Its author needs the role (?<role>\w+) for what it does\. /,
  failing: /^It has failed (?<count>\d+) times in a row\. Its runs say why\.$/,
  noTarget: /^There is no card to do this to\.$/,
  emptyTitle: /^Its title would be empty: /,
  missingList: /^The list is not on this board any more\.$/,
  broke: /^Something went wrong in the service, and nothing of it was done\. /,
  // Of actions that are refused as the operations are of which they are made.
  closedList: /^(?:This|That) list is archived\. /,
  noLabel: /^(?:No such label, |labelIds: \S+ is no label of this board\. )/,
  noField: /^No such field, /,
  unfitValue: /^value: does not fit\. (?<what>.*) is a \S+ and takes /,
  noMember: /^\w+: (?:\S+ )?is no member of this board\. /,
  deactivated: /^\w+: (?:\S+ )?is deactivated(?: and takes no work)?\. /,
  notDelegatable: /^agentActorId: does not take delegations: /,
}

export type Reason = Told<keyof typeof shapes>

/** Which of them it is, and what it is about. */
export const reasonIn = (told: string): Reason | null => toldIn(shapes, told)
