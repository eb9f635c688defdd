/** The columns of the list: key, title, agent's work, people, priority, due. */
export const rowGrid =
  'md:grid md:grid-cols-[4rem_minmax(10rem,1fr)_7rem_5rem_5.5rem_6rem] lg:grid-cols-[4.5rem_minmax(10rem,1fr)_minmax(7rem,12rem)_6rem_6.5rem_7.5rem] md:gap-x-3 md:pl-3 md:pr-9'
