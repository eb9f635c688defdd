/** What filtering needs, fetched when there is something to filter by: most look at the whole board. */
export { addressOf, filterIn } from './address.ts'
export { filterOf, sameFilter } from './filter.ts'
export { matcherOf } from './matching.ts'
