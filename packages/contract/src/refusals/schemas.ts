import { attributeNames, cardAttributes } from '../card-attributes.ts'
import type { Refusal } from './refusal.ts'

const attributeColumns: string = attributeNames.map((name) => cardAttributes[name].csv.column).join(', ')

/** Refusals of schemas. For zod's own checks the sentence is zod's. */
export const schemasRefusals = {
  empty: { of: 'schema', says: 'Too small: expected string to have >=1 characters' },
  tooShort: { of: 'schema', says: 'Too small: expected string to have >={count} characters' },
  tooLong: { of: 'schema', says: 'Too big: expected string to have <={count} characters' },
  tooFew: { of: 'schema', says: 'Too small: expected array to have >={count} items' },
  tooMany: { of: 'schema', says: 'Too big: expected array to have <={count} items' },
  tooLow: { of: 'schema', says: 'Too small: expected number to be >={count}' },
  tooHigh: { of: 'schema', says: 'Too big: expected number to be <={count}' },
  noEmail: { of: 'schema', says: 'Invalid email address' },
  unfit: { of: 'schema', says: 'Invalid input' },
  addressNone: { of: 'schema', says: 'must be an http or https URL' },
  handleUnfit: { of: 'schema', says: 'must be 1 to 39 of a-z, 0-9 and -, not starting with -' },
  timezoneUnfit: { of: 'schema', says: 'must be an IANA time zone such as Europe/Berlin' },
  timeOfDayUnfit: { of: 'schema', says: 'must be a time of day from 00:00 to 23:59' },
  quietHoursHalf: { of: 'schema', says: 'must be set together with from: send both, or null for both' },
  quietHoursNoEnd: { of: 'schema', says: 'must be a time other than from' },
  quietNever: { of: 'schema', says: 'must be set, with to, unless days names a day; send quiet: null to turn quiet time off' },
  quietEveryDay: { of: 'schema', says: 'must leave out at least one day of the week' },
  noLanes: { of: 'schema', says: 'must be assignee, delegate, label, priority, or field: with the id of a select or checkbox field' },
  noColumn: {
    of: 'schema',
    says: `must be key, session, people, labels, ${attributeColumns}, or field: with the id of a field`,
  },
  columnTwice: { of: 'schema', says: 'must not contain a column twice' },
  noTableOrder: {
    of: 'schema',
    says: `must be created, title, session, people, ${attributeColumns}, or field: with the id of a field; with a minus before it to reverse the order`,
  },
  noDate: { of: 'schema', says: 'must be an ISO-8601 datetime such as 2026-11-21T09:30:00.000Z' },
  yearBeyond: { of: 'schema', says: 'must be in the years 0001 to 9999' },
  cronParts: { of: 'schema', says: 'must have five parts: minute, hour, day of month, month, day of week' },
  optionTwice: { of: 'schema', says: 'must not contain an option twice' },
  optionsOfSelect: { of: 'schema', says: 'are required for a select field and not allowed for other fields' },
} as const satisfies Record<string, Refusal>
