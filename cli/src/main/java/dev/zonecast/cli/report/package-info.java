/**
 * A recording as one page of its own. What the page shows is collected in memory of a bounded size, delta-coded column by column,
 * deflated and put into the page as base64; the page's script reads it in the order in which {@link
 * dev.zonecast.cli.report.ReportData} writes it.
 */
package dev.zonecast.cli.report;
