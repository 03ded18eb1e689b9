// The rules of federal holidays, compared with published years.

import { expect, it } from 'vitest'
import { addDays, federalHolidays } from './federal-holidays.ts'

/** The dates that the Office of Personnel Management publishes, before they are moved. */
const published: Readonly<Record<number, string>> = {
  1990: '01-01 01-15 02-19 05-28 07-04 09-03 10-08 11-11 11-22 12-25',
  2000: '01-01 01-17 02-21 05-29 07-04 09-04 10-09 11-11 11-23 12-25',
  2020: '01-01 01-20 02-17 05-25 07-04 09-07 10-12 11-11 11-26 12-25',
  2021: '01-01 01-18 02-15 05-31 06-19 07-04 09-06 10-11 11-11 11-25 12-25',
  2026: '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25',
  2032: '01-01 01-19 02-16 05-31 06-19 07-04 09-06 10-11 11-11 11-25 12-25',
}

it.each(Object.entries(published))('knows the holidays of %s', (year, dates) => {
  const expected = dates.split(' ').map((date) => `${year}-${date}`)
  expect(federalHolidays(Number(year)).map(({ date }) => date)).toEqual(expected)
})

it('names the weekday of each holiday', () => {
  const byName = new Map(federalHolidays(2027).map(({ name, weekday }) => [name, weekday]))
  expect([
    byName.get('Independence Day'),
    byName.get('Christmas Day'),
    byName.get('Thanksgiving Day'),
  ]).toEqual([0, 6, 4])
})

it('adds days across the end of a month and of a year', () => {
  expect([addDays('2028-02-28', 1), addDays('2033-01-01', -1)]).toEqual(['2028-02-29', '2032-12-31'])
})
