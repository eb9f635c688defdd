/** The code of filtering, loaded when there is a filter: most visits show the whole board. */
export { addressOf, addressOfColumns, columnsIn, filterIn } from './address.ts'
export { filterOf, sameFilter } from './filter.ts'
export { matcherOf } from './matching.ts'
