"""Every law holds at its tolerance on the default profile; the table is printed at the end of the run."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from tests.laws.catalogue import LAWS
from tests.laws.law import Law


@pytest.mark.parametrize(
    "law",
    [pytest.param(law, marks=[pytest.mark.slow] if slow else [], id=law.__name__) for law, slow in LAWS],
)
def test_law(law: Law, record_property) -> None:
    """What is measured is as near to the truth as the law asks."""
    rows = list(law())
    if not rows:
        pytest.skip("its measured data is not here: ../shared/data beside the repository")
    for row in rows:
        # Worker processes send plain Python numbers only.
        plain = {k: v.item() if isinstance(v, np.generic) else v for k, v in dataclasses.asdict(row).items()}
        record_property("law", plain)
    failed = [str(row) for row in rows if not row.ok]
    assert not failed, "\n".join(failed)
