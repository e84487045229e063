"""The README's table of faults, and the tests that inject them: every row has some, and none is left out."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
README = TESTS.parent / "README.md"

# By the first cell of a row: module and function of each test.
FAULTS = {
    "a page hangs, in C code too": [
        "test_run::test_a_hostile_page_fails_alone",
        "test_run::test_a_page_whose_worker_is_stopped_for_longer_than_it_may_wait_is_tried_twice",
        "test_run::test_a_page_in_hand_while_the_run_was_suspended_is_tried_again",
        "test_run::test_a_page_that_all_others_wait_for_does_not_end_the_run",
    ],
    "a page wants more than `--max-memory`, or crashes the parser": ["test_run::test_a_hostile_page_fails_alone"],
    "a page breaks a stage": ["test_run::test_an_exception_of_a_stage_is_told_in_a_line"],
    "200,000 nested tags or attributes, 5,000 nested fonts": [
        "test_hostile_pages::test_what_the_parser_chokes_on_is_read_or_meets_a_limit",
    ],
    "NULs, lone surrogates, odd names, a title never closed": [
        "test_hostile_pages::test_what_can_be_read_is_read",
        "test_hostile_pages::test_odd_names_are_valid_json",
    ],
    "a page of 10 MB, 400,000 paragraphs": [
        "test_hostile_pages::test_four_hundred_thousand_paragraphs",
        "test_linear::test_every_system_takes_linear_time",
    ],
    "a file of 1 GB, a zip bomb": [
        "test_hostile_pages::test_a_gigabyte_is_refused_at_once",
        "test_archives::test_a_bomb_is_refused",
        "test_compression::test_a_bomb_is_refused",
    ],
    "a truncated or damaged .gz, .zip or .tar": [
        "test_archives::test_damaged_archives_end_with_an_error",
        "test_archives::test_of_archives_joined_by_cat_the_pages_that_are_lost_are_told",
        "test_compression::test_damaged_gzip",
        "test_hostile_pages::test_bad_members_of_a_zip_cost_themselves",
    ],
    "members called `../../x.html`": ["test_archives::test_tar_members_come_with_their_bytes_under_safe_names"],
    "a page vanishes, or cannot be read": [
        "test_moving_ground::test_a_page_that_vanishes_fails_alone",
        "test_run::test_a_vanished_page_and_an_unreadable_one_fail",
    ],
    "a page changes during the run": [
        "test_moving_ground::test_a_page_that_changes_during_the_run_is_read_once_and_again_by_resume",
        "test_moving_ground::test_a_page_that_is_emptied_or_grows_while_it_is_read_is_whole_or_short",
    ],
    "two inputs with one output": [
        "test_outputs::test_two_inputs_of_one_output_are_an_error_naming_both",
        "test_clean::test_a_page_of_a_tar_whose_output_is_taken_fails",
    ],
    "a page or archive is named twice": [
        "test_clean::test_what_is_named_twice_is_cleaned_once",
        "test_clean::test_what_has_two_outputs_by_its_two_paths_is_two_pages",
        "test_clean::test_archives_named_twice_are_read_once",
    ],
    "two runs into one directory": [
        "test_two_runs::test_a_second_run_waits_for_the_first_and_says_so",
        "test_two_runs::test_shards_work_side_by_side_but_not_one_of_them_twice",
        "test_two_runs::test_many_calls_at_once_write_all_texts",
        "test_two_runs::test_where_nothing_can_be_locked_a_run_goes_on_without",
    ],
    "`kill` or `kill -9` of a worker": [
        "test_run::test_workers_killed_at_random_lose_nothing",
        "test_run::test_a_worker_that_alone_is_asked_to_end_loses_nothing",
    ],
    "`kill -9` of the run": [
        "test_moving_ground::test_a_run_killed_at_random_again_and_again_ends_with_the_same_bytes",
        "test_moving_ground::test_the_worker_of_a_killed_run_writes_nothing_more",
        "test_moving_ground::test_the_worker_of_a_killed_run_removes_nothing",
        "test_resume::test_texts_of_a_killed_run_with_other_options_are_no_done_ones",
        "test_any_sequence::test_any_sequence",
    ],
    "Ctrl-C, SIGTERM, SIGHUP": [
        "test_clean::test_signals_finish_the_page_in_hand_and_resume_goes_on",
        "test_clean::test_a_terminal_that_goes_away_ends_the_run_with_its_journal",
        "test_run::test_a_signal_is_told_of_once_and_before_the_page_in_hand_is_finished",
        "test_run::test_a_second_signal_ends_what_a_reader_holds_up",
        "test_clean_edges::test_a_reader_that_stands_still_can_be_left",
    ],
    "the disk is full": [
        "test_moving_ground::test_a_full_disk_loses_nothing",
        "test_moving_ground::test_a_journal_on_a_full_disk_stops_the_run",
        "test_run::test_a_full_disk_stops_the_run",
        "test_clean::test_a_full_standard_output_and_a_reader_that_leaves",
    ],
    "the output directory or the journal is removed": [
        "test_moving_ground::test_an_output_directory_that_goes_stops_the_run",
        "test_moving_ground::test_a_journal_that_is_removed_stops_the_run",
    ],
    "very many files": ["test_hostile_pages::test_six_thousand_tiny_files"],
    "a Dask worker is killed": [
        "test_cluster::test_a_killed_dask_worker_costs_nothing",
        "test_cluster::test_slurm_jobs",
    ],
    "no Dask worker is left": [
        "test_cluster::test_a_run_without_workers_says_so_and_does_not_wait_for_ever",
        "test_cluster::test_a_stopped_run_whose_workers_go_does_not_wait_for_others",
    ],
    "a poisonous page in a cluster": ["test_cluster::test_poisonous_pages_fail_alone"],
    "no Dask, or no scheduler that answers": [
        "test_clean::test_an_extra_that_is_not_installed_is_told_before_a_file_is_touched",
        "test_cluster::test_no_scheduler_is_a_clear_error",
    ],
    "the scheduler is lost": ["test_cluster::test_a_lost_scheduler_is_an_error_and_resume_goes_on"],
}


def rows() -> list[list[str]]:
    """The cells of each row of the table."""
    table = README.read_text().split("<!-- faults: begin -->")[1].split("<!-- faults: end -->")[0]
    lines = [line for line in table.strip().splitlines() if not line.startswith("|--")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def functions_of(module: str) -> set[str]:
    """The test functions of the one file of this name."""
    (path,) = TESTS.rglob(f"{module}.py")
    return {
        item.name
        for item in ast.parse(path.read_text()).body
        if isinstance(item, ast.FunctionDef) and item.name.startswith("test_")
    }


def test_the_table_has_the_faults_that_are_tested() -> None:
    assert [fault for fault, _ in rows()] == list(FAULTS)
    assert all(happens for _, happens in rows())


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_has_tests_that_exist(fault: str) -> None:
    assert FAULTS[fault]
    for test in FAULTS[fault]:
        module, _, function = test.partition("::")
        assert function in functions_of(module)


def test_no_tested_fault_is_left_out() -> None:
    named = {test.partition("::")[2] for tests in FAULTS.values() for test in tests}
    assert functions_of("test_moving_ground") | {"test_workers_killed_at_random_lose_nothing"} <= named
