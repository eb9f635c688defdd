/** The words of one language in which a date is typed: in small letters, umlauts written out (`maerz`), so that both ways to type them fit. */
export type DateWords = {
  /** Days from today. */
  relative: Readonly<Record<string, number>>
  /** Monday first, and January first; a beginning of at least `shortest` letters is enough. */
  weekdays: readonly string[]
  months: readonly string[]
  shortest: { weekday: number; month: number }
  units: Readonly<Record<string, Unit>>
  numbers: Readonly<Record<string, number>>
  times: Readonly<Record<string, string>>
  inWords: readonly string[]
  nextWords: readonly string[]
  endWords: readonly string[]
  /** Mean nothing by themselves: `on friday at 15:00`. */
  fillers: readonly string[]
}

export type Unit = 'day' | 'week' | 'month' | 'year'

const en: DateWords = {
  relative: { today: 0, tonight: 0, tod: 0, tomorrow: 1, tom: 1, tmr: 1, overmorrow: 2, yesterday: -1 },
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  months: 'january february march april may june july august september october november december'.split(' '),
  shortest: { weekday: 2, month: 3 },
  units: {
    d: 'day',
    day: 'day',
    days: 'day',
    w: 'week',
    week: 'week',
    weeks: 'week',
    month: 'month',
    months: 'month',
    year: 'year',
    years: 'year',
  },
  numbers: { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  times: { noon: '12:00' },
  inWords: ['in'],
  nextWords: ['next'],
  endWords: ['end', 'eom'],
  fillers: ['on', 'at', 'of', 'the', 'this', 'by', 'due'],
}

const de: DateWords = {
  relative: { heute: 0, morgen: 1, uebermorgen: 2, gestern: -1 },
  weekdays: ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'],
  months: 'januar februar maerz april mai juni juli august september oktober november dezember'.split(' '),
  shortest: { weekday: 2, month: 3 },
  units: {
    t: 'day',
    tag: 'day',
    tage: 'day',
    tagen: 'day',
    w: 'week',
    woche: 'week',
    wochen: 'week',
    monat: 'month',
    monate: 'month',
    monaten: 'month',
    monats: 'month',
    jahr: 'year',
    jahre: 'year',
    jahren: 'year',
    jahres: 'year',
  },
  numbers: { einem: 1, einer: 1, ein: 1, zwei: 2, drei: 3, vier: 4, fuenf: 5, sechs: 6, sieben: 7, acht: 8, neun: 9, zehn: 10 },
  times: { mittag: '12:00', mittags: '12:00' },
  inWords: ['in'],
  nextWords: ['naechste', 'naechsten', 'naechster', 'naechstes'],
  endWords: ['ende'],
  fillers: ['am', 'um', 'den', 'dem', 'der', 'des', 'diesen', 'diese', 'kommenden', 'bis'],
}

/** Those of the reader's language are tried first, then the others: people type dates in either one. */
export const dateWords = (locale: string): readonly DateWords[] => (locale === 'de' ? [de, en] : [en, de])
